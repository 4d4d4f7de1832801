import { failToStart } from '@errand/test-kit';
import { expect, test } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MAIN = join(import.meta.dirname, 'main.ts');

test('refuses to run as root unless allowed', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'errand-local-inference-'));
  const settings = {
    CONTROL_PLANE_URL: 'http://127.0.0.1:1',
    API_KEY: 'k',
    CHROMIUM_PATH: '/nowhere/chromium',
    LOCAL_INFERENCE_DIRECTORY: directory,
    LOCAL_INFERENCE_PORT: '0',
  };
  expect(await failToStart(MAIN, settings, { asRoot: true })).toEqual({
    code: 1,
    errors: expect.stringMatching(/^A worker does not run as root, [^\n]*ALLOW_ROOT=true[^\n]*\n$/),
  });
  const allowed = await failToStart(MAIN, { ...settings, ALLOW_ROOT: 'true' }, { asRoot: true });
  expect(allowed.errors).toMatch(/^There is no Chromium to run at /);
  rmSync(directory, { recursive: true });
});

test('names the missing settings', async () => {
  const { code, errors } = await failToStart(MAIN, {});
  expect(code).toBe(1);
  expect(errors).toContain('CONTROL_PLANE_URL');
  expect(errors).toContain('API_KEY is missing: set it to an API key of your account');
});
