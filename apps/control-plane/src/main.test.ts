import { expect, test } from '@jest/globals';
import { findFreePorts, pickEnvironment } from '@errand/app-runtime';
import { createTestDatabase, pollUntil } from '@errand/test-kit';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

const workerToken = 'w'.repeat(40);

async function settingsOf(databaseUrl: string, directory: string) {
  const [port, workerPort] = await findFreePorts(2);
  return {
    ...pickEnvironment(process.env),
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    WORKER_PORT: String(workerPort),
    WORKER_TOKEN: workerToken,
    SEALING_KEYS: `test:${Buffer.alloc(32, 3).toString('base64')}`,
    STORAGE_DIRECTORY: directory,
    STORAGE_SIGNING_KEY: 's'.repeat(32),
  };
}

function start(env: Record<string, string | undefined>) {
  return spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
}

test('reports to its parent that it listens, ends long polls on SIGTERM and exits with 0', async () => {
  await using database = await createTestDatabase();
  const directory = await mkdtemp(join(tmpdir(), 'errand-main-'));
  const settings = await settingsOf(database.url, directory);
  const child = start(settings);
  const output = text(child.stdout ?? Readable.from([]));
  const exited = once(child, 'exit');
  const [message] = await once(child, 'message');
  expect(message).toEqual({ type: 'ready', port: Number(settings.PORT) });

  const url = `http://127.0.0.1:${settings.PORT}`;
  expect((await fetch(`${url}/health/ready`)).status).toBe(200);
  const workerUrl = `http://127.0.0.1:${settings.WORKER_PORT}`;
  const post = (path: string, token: string, body: object) =>
    fetch(`${workerUrl}/worker/v1/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ worker_id: 'w', ...body }),
    });
  const { token } = await (await post('registrations', workerToken, {})).json();
  const claim = post('claims', token, { wait_seconds: 30 });
  // Once this request returns, the server has read the previous claim.
  await fetch(`${url}/health/ready`);
  const stoppedAt = performance.now();
  child.kill('SIGTERM');
  expect((await claim).status).toBe(204);
  expect(await exited).toEqual([0, null]);
  expect(performance.now() - stoppedAt).toBeLessThan(10_000);
  expect(await output).toBe('');
  await rm(directory, { recursive: true, force: true });
});

test('serves new connections for SHUTDOWN_DELAY_SECONDS after SIGTERM, while it is not ready', async () => {
  await using database = await createTestDatabase();
  const directory = await mkdtemp(join(tmpdir(), 'errand-main-'));
  const settings = await settingsOf(database.url, directory);
  const child = start({ ...settings, SHUTDOWN_DELAY_SECONDS: '8' });
  // It logs each request and would block once its pipe is full.
  child.stderr?.resume();
  const exited = once(child, 'exit');
  await once(child, 'message');
  const url = `http://127.0.0.1:${settings.PORT}`;
  const clients = [
    connectUntilRefused(`${url}/health/live`),
    connectUntilRefused(`${url}/docs/`),
    connectUntilRefused(`http://127.0.0.1:${settings.WORKER_PORT}/`),
  ];
  const stoppedAt = performance.now();
  child.kill('SIGTERM');
  const notReady = await pollUntil('the server is not ready', async () => {
    const response = await fetch(`${url}/health/ready`);
    return response.status === 503 ? response : undefined;
  });
  expect(await notReady.json()).toEqual({
    status: 'unavailable',
    checks: { server: 'unavailable', database: 'ok', queue: 'ok', storage: 'ok' },
    reasons: ['The server is shutting down: send new requests to another one.'],
  });
  for (const { statuses, refusedAt } of await Promise.all(clients)) {
    expect([[200], [404]]).toContainEqual(statuses);
    expect(refusedAt - stoppedAt).toBeGreaterThanOrEqual(8_000);
  }
  expect(await exited).toEqual([0, null]);
  await rm(directory, { recursive: true, force: true });
});

test('exits with the full list of missing settings', async () => {
  const child = start(pickEnvironment(process.env));
  const errors = text(child.stderr ?? Readable.from([]));
  const [code] = await once(child, 'exit');
  expect(code).toBe(1);
  expect(await errors).toMatch(/DATABASE_URL[^]*SEALING_KEYS/);
});

test('creates an account and a key from the command line', async () => {
  await using database = await createTestDatabase();
  const run = async (...args: string[]) => {
    const program = join(import.meta.dirname, 'command-line/main.ts');
    const env = { ...pickEnvironment(process.env), DATABASE_URL: database.url };
    const child = spawn(process.execPath, [program, ...args], { env });
    const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
    return { output, errors };
  };
  const account = await run('accounts', 'create', 'Acme');
  expect(JSON.parse(account.output)).toMatchObject({ name: 'Acme', created: true });
  const key = await run('keys', 'create', 'first');
  expect(JSON.parse(key.output)).toMatchObject({ api_key: expect.stringMatching(/^errand_/) });
  const wrong = await run('keys', 'create');
  expect(wrong).toEqual({ output: '', errors: expect.stringMatching(/NAME is missing/) });
});

/**
 * Sends one request after the other, each on a new connection, until one fails. Returns the
 * statuses of all responses before that.
 */
async function connectUntilRefused(url: string) {
  const statuses = new Set<number>();
  for (;;) {
    const status = await connectOnce(url);
    if (status === undefined) return { statuses: [...statuses], refusedAt: performance.now() };
    statuses.add(status);
  }
}

/** Returns the status of the response; undefined if there is none. */
function connectOnce(url: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    request(url, { agent: false, headers: { connection: 'close' } })
      .on('response', (response) => {
        response.resume().once('close', () => resolve(response.statusCode));
      })
      .on('error', () => resolve(undefined))
      .end();
  });
}
