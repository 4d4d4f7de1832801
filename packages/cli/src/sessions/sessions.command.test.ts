import { expect, test } from '@jest/globals';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { runInProcess } from '../testing/run-in-process.ts';

test('marks a session whose reported state cannot be decrypted', async () => {
  const session = {
    session_id: '5b0f4a3e-8f6a-4c1e-9d37-2a6b1c0e7f95',
    state: 'ready',
    end_reason: null,
    page_url: null,
    position: null,
    is_damaged: true,
    created_by: 'laptop',
    created_at: new Date().toISOString(),
    expires_at: null,
  };
  await using server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ success: true, sessions: [session] }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const env = { HOME: import.meta.dirname, ERRAND_URL: url, ERRAND_API_KEY: 'k' };
  const { stdout } = await runInProcess(['sessions', 'ls'], { env });
  expect(stdout).toContain('unknown: what the worker reported cannot be decrypted');
  const { stdout: json } = await runInProcess(['sessions', 'ls', '--json'], { env });
  expect(JSON.parse(json)).toMatchObject({ sessions: [{ is_damaged: true }] });
});
