import { pickEnvironment } from '@errand/app-runtime';
import { failToStart } from '@errand/test-kit';
import { expect, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

type Settings = Readonly<Record<string, string>>;

const MAIN = join(import.meta.dirname, 'main.ts');
const REQUIRED = {
  CONTROL_PLANE_URL: 'http://127.0.0.1:1',
  WORKER_TOKEN: 'w'.repeat(40),
  ALLOW_ROOT: 'true',
};

const failWith = (settings: Settings, options = {}) =>
  failToStart(MAIN, { ...REQUIRED, ...settings }, options);

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

test('exits with 1 when no browser has started in the time that it waits for a task', async () => {
  const settings = { CHROMIUM_PATH: '/bin/false', WORKER_IDLE_EXIT_SECONDS: '2' };
  expect((await failWith(settings)).code).toBe(1);
});

test('lists unusable files with the other problems of the settings', async () => {
  const files = {
    WORKER_TOKEN_FILE: '/nowhere/token',
    LLM_PRICES_FILE_FILE: '/nowhere/prices',
    NODE_EXTRA_CA_CERTS: '/nowhere/authority.pem',
  };
  const { code, errors } = await failWith({ ...files, CONTROL_PLANE_URL: '' });
  expect(code).toBe(1);
  // Before these errors, Node warns that it ignores NODE_EXTRA_CA_CERTS.
  expect(errors).toMatch(/^These settings are missing or wrong:$/m);
  expect(errors.trimEnd().split('\n').slice(-4)).toEqual([
    '  LLM_PRICES_FILE cannot be read: the file "/nowhere/prices" of LLM_PRICES_FILE_FILE does not exist.',
    '  WORKER_TOKEN is set, and so is WORKER_TOKEN_FILE: remove one of them.',
    '  CONTROL_PLANE_URL is missing. It has no default.',
    '  NODE_EXTRA_CA_CERTS is "/nowhere/authority.pem", but that file cannot be read (ENOENT): correct the path.',
  ]);
});

test('names ffmpeg when recording is required and ffmpeg is missing', async () => {
  const settings = { RECORD_SESSIONS: 'true', CHROMIUM_PATH: process.execPath, PATH: '/nowhere' };
  const { code, errors } = await failWith(settings);
  expect(code).toBe(1);
  // A warning before this error says that bwrap is also missing.
  expect(errors.split('\n').slice(-2)).toEqual([
    'RECORD_SESSIONS is true, but ffmpeg is not installed. Install it (Debian: apt-get install ffmpeg) or set RECORD_SESSIONS to false.',
    '',
  ]);
});

test('refuses to run as root unless allowed', async () => {
  expect(await failWith({ ALLOW_ROOT: '' }, { asRoot: true })).toEqual({
    code: 1,
    errors:
      'A worker does not run as root, because Chromium has no sandbox there: start it as an ordinary user, or set ALLOW_ROOT=true if its tasks visit only sites that you trust with this machine.\n',
  });
  const allowed = await failWith({ CHROMIUM_PATH: '/nowhere/chromium' }, { asRoot: true });
  expect(allowed.errors).toMatch(/^There is no Chromium to run at /);
});

test("names the local inference server's program when started with its former flag", async () => {
  expect(await failWith({}, { args: ['--local-inference'] })).toEqual({
    code: 1,
    errors:
      'The worker has no flag --local-inference: start the local inference server with npm run local-inference (apps/local-inference).\n',
  });
});

test('obeys SIGTERM while a plug-in is still loading', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'errand-worker-test-'));
  const endless = `process.stdout.write('loading'); setInterval(() => {}, 1_000); await new Promise(() => {});`;
  writeFileSync(join(directory, 'endless.mjs'), endless);
  const child = spawn(process.execPath, [MAIN], {
    env: { ...pickEnvironment(process.env), ...REQUIRED, PRIVATE_HANDLERS_DIRECTORY: directory },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const loading = Promise.withResolvers<void>();
  child.stdout.on('data', (chunk) => String(chunk).includes('loading') && loading.resolve());
  await loading.promise;
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
  rmSync(directory, { recursive: true });
});
