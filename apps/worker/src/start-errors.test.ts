import { expect, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { scratchDirectory } from './testing/scratch-directory.ts';

function start(settings: Readonly<Record<string, string>>) {
  return spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: {
      PATH: process.env['PATH'],
      CONTROL_PLANE_URL: 'http://127.0.0.1:1',
      WORKER_TOKEN: 'w'.repeat(40),
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function failWith(settings: Readonly<Record<string, string>>) {
  const child = start(settings);
  const exited = once(child, 'exit');
  const errors = await text(child.stderr);
  const [code] = await exited;
  return { code, errors };
}

test('names the browser or the plug-ins that are missing, and ends with 1', async () => {
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

test('obeys SIGTERM while a plug-in is still being loaded', async () => {
  await using directory = scratchDirectory();
  const endless = `process.stdout.write('loading'); setInterval(() => {}, 1_000); await new Promise(() => {});`;
  writeFileSync(join(directory.path, 'endless.mjs'), endless);
  const child = start({ PRIVATE_HANDLERS_DIRECTORY: directory.path });
  await once(child.stdout, 'data');
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});
