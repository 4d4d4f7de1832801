import { expect, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { scratchDirectory } from './testing/scratch-directory.ts';

type Settings = Readonly<Record<string, string>>;

const MAIN = join(import.meta.dirname, 'main.ts');
/** Runs as root of a user namespace: the program sees user 0, whoever runs the tests. */
const AS_ROOT = ['bwrap', '--dev-bind', '/', '/', '--unshare-user', '--uid', '0'];

function start(settings: Settings, { prefix = [], args = [] }: Launch = {}) {
  const [program = '', ...rest] = [...prefix, process.execPath, MAIN, ...args];
  return spawn(program, rest, {
    env: {
      PATH: process.env['PATH'],
      CONTROL_PLANE_URL: 'http://127.0.0.1:1',
      WORKER_TOKEN: 'w'.repeat(40),
      API_KEY: 'k',
      ALLOW_ROOT: 'true',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

interface Launch {
  readonly prefix?: readonly string[];
  readonly args?: readonly string[];
}

async function failWith(settings: Settings, launch?: Launch) {
  const child = start(settings, launch);
  const exited = once(child, 'exit');
  const errors = await text(child.stderr);
  const [code] = await exited;
  return { code, errors };
}

test('names missing browsers or plug-ins and exits with 1', async () => {
  expect(await failWith({ CHROMIUM_PATH: '/nowhere/chromium' })).toEqual({
    code: 1,
    errors:
      'There is no Chromium to run at "/nowhere/chromium": install it (Debian: apt-get install chromium), or set CHROMIUM_PATH.\n',
  });
  const plugins = await failWith({ PRIVATE_HANDLERS_DIRECTORY: '/nowhere/handlers' });
  expect(plugins).toEqual({
    code: 1,
    errors: expect.stringMatching(/^[^\n]*"\/nowhere\/handlers"[^\n]*\n$/),
  });
});

test.each([[[]], [['--local-inference']]])(
  'refuses to run as root unless allowed, with %j',
  async (args) => {
    const launch = { prefix: AS_ROOT, args };
    expect(await failWith({ ALLOW_ROOT: '' }, launch)).toEqual({
      code: 1,
      errors:
        'A worker does not run as root, because Chromium has no sandbox there: start it as an ordinary user, or set ALLOW_ROOT=true if its tasks visit only sites that you trust with this machine.\n',
    });
    await using directory = scratchDirectory();
    const told = {
      CHROMIUM_PATH: '/nowhere/chromium',
      LOCAL_INFERENCE_DIRECTORY: directory.path,
      LOCAL_INFERENCE_PORT: '0',
    };
    expect((await failWith(told, launch)).errors).toMatch(/^There is no Chromium to run at /);
  },
);

test('obeys SIGTERM while a plug-in is still loading', async () => {
  await using directory = scratchDirectory();
  const endless = `process.stdout.write('loading'); setInterval(() => {}, 1_000); await new Promise(() => {});`;
  writeFileSync(join(directory.path, 'endless.mjs'), endless);
  const child = start({ PRIVATE_HANDLERS_DIRECTORY: directory.path });
  const loading = Promise.withResolvers<void>();
  child.stdout.on('data', (chunk) => String(chunk).includes('loading') && loading.resolve());
  await loading.promise;
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});
