import { failToStart } from '@errand/test-kit';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLocalDirectory } from './local-directory.ts';

const MAIN = join(import.meta.dirname, 'main.ts');

let directory: string;
let settings: Readonly<Record<string, string>>;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'errand-local-inference-'));
  settings = {
    CONTROL_PLANE_URL: 'http://127.0.0.1:1',
    API_KEY: 'k',
    CHROMIUM_PATH: '/nowhere/chromium',
    LOCAL_INFERENCE_DIRECTORY: directory,
    LOCAL_INFERENCE_PORT: '0',
  };
});
afterEach(() => rmSync(directory, { recursive: true }));

test('refuses to run as root unless allowed', async () => {
  expect(await failToStart(MAIN, settings, { asRoot: true })).toEqual({
    code: 1,
    errors: expect.stringMatching(/^A worker does not run as root, [^\n]*ALLOW_ROOT=true[^\n]*\n$/),
  });
  const allowed = await failToStart(MAIN, { ...settings, ALLOW_ROOT: 'true' }, { asRoot: true });
  expect(allowed.errors).toMatch(/^There is no Chromium to run at /);
});

test('names the process that uses its folder', async () => {
  await using _folder = await openLocalDirectory(directory);
  expect(await failToStart(MAIN, settings)).toEqual({
    code: 1,
    errors: `The folder "${directory}" is in use by process ${process.pid}. Set LOCAL_INFERENCE_DIRECTORY to another folder, or stop that process.\n`,
  });
});

test('names the missing settings', async () => {
  const { code, errors } = await failToStart(MAIN, {});
  expect(code).toBe(1);
  expect(errors).toContain('CONTROL_PLANE_URL');
  expect(errors).toContain('API_KEY is missing: set it to an API key of your account');
});
