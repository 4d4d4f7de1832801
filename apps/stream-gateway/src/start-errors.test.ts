import { pickEnvironment } from '@errand/app-runtime';
import { createStreamKeys } from '@errand/stream-ticket';
import { failToStart } from '@errand/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const owned = new AsyncDisposableStack();
let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'errand-gateway-start-'));
  owned.defer(() => rmSync(directory, { recursive: true, force: true }));
});
afterAll(() => owned.disposeAsync());

const MAIN = join(import.meta.dirname, 'main.ts');

function withDefaults(settings: Readonly<Record<string, string>>) {
  return {
    PORT: '0',
    METRICS_PORT: '0',
    CONTROL_PLANE_URL: 'http://127.0.0.1:1',
    GATEWAY_TOKEN: 'g'.repeat(40),
    STREAM_VERIFYING_KEYS: createStreamKeys('test').verifying,
    ...settings,
  };
}

async function failWith(settings: Readonly<Record<string, string>>) {
  const { code, errors } = await failToStart(MAIN, withDefaults(settings));
  return { code, errors: errors.trimEnd() };
}

test('names the wrong setting without a stack trace, and exits with 1', async () => {
  const missing = join(directory, 'missing.pem');
  expect(await failWith({ TLS_CERT_FILE: missing, TLS_KEY_FILE: missing })).toEqual({
    code: 1,
    errors: expect.stringMatching(
      /^These settings .*\n +TLS_CERT_FILE and TLS_KEY_FILE cannot be used: ENOENT.*missing\.pem'$/,
    ),
  });
  expect(await failWith({ METRICS_HOST: '192.0.2.1' })).toEqual({
    code: 1,
    errors:
      '"192.0.2.1" is not an address of this machine, so METRICS_PORT 0 cannot be opened there: correct METRICS_HOST.',
  });
  expect(await failWith({ STREAM_VERIFYING_KEYS: 'short' })).toEqual({
    code: 1,
    errors: expect.stringMatching(/^These settings .*\n +STREAM_VERIFYING_KEYS: .+$/),
  });
});

test('exits on SIGTERM while it reads its certificate', async () => {
  const certificate = join(directory, 'certificate.pem');
  execFileSync('/usr/bin/mkfifo', [certificate]);
  const settings = withDefaults({ TLS_CERT_FILE: certificate, TLS_KEY_FILE: '/dev/null' });
  const child = spawn(process.execPath, [MAIN], {
    env: { ...pickEnvironment(process.env), ...settings },
    stdio: 'ignore',
  });
  const exited = once(child, 'exit');
  // Resolves when the gateway also opens the pipe; without the signal, the empty certificate would
  // make it exit with 1.
  await using writing = await open(certificate, 'w');
  child.kill('SIGTERM');
  await writing.close();
  expect(await exited).toEqual([0, null]);
});
