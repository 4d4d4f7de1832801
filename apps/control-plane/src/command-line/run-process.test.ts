import { listen, pickEnvironment } from '@errand/app-runtime';
import { afterAll, expect, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { adminToken } from '../testing/start-test-app.ts';

/** Not a control plane: it repeats who drains the worker, and clears the terminal. */
const server = await listen(
  (request, response) => {
    void text(request).then((body) =>
      response.writeHead(502).end(`\u001b[2J\u009b31mby ${JSON.parse(body).by}`),
    );
  },
  { port: 0, host: '127.0.0.1', setting: 'PORT' },
);
afterAll(async () => server[Symbol.asyncDispose]());

const drain = [join(import.meta.dirname, 'main.ts'), 'workers', 'drain', 'a', '--reason', 'b'];

/** Returns what the program prints to standard error. */
function run(file: string, args: readonly string[]): Promise<string> {
  const env = { ...pickEnvironment(process.env), ERRAND_URL: server.url, ADMIN_TOKEN: adminToken };
  return text(spawn(file, args, { env, stdio: ['ignore', 'inherit', 'pipe'] }).stderr);
}

test('shows a response of another server without letting it control the terminal', async () => {
  const printed = await run(process.execPath, [...drain, '--by', 'ann\u202e']);
  const path = '/admin/v1/workers/a/drain';
  expect(printed).toBe(`${server.url}${path} returned 502: \\u001b[2J\\u009b31mby ann\\u202e\n`);
});

test('runs as a user without a name, as containers may', async () => {
  const nameless = ['--unshare-user', '--uid', '12345', '--dev-bind', '/', '/'];
  const printed = await run('bwrap', [...nameless, process.execPath, ...drain]);
  expect(printed).toMatch(/by user-12345@\S+\n$/);
});
