import { createTestDatabase, pollUntil } from '@errand/test-kit';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort, pickEnvironment } from '@errand/app-runtime';
import type pg from 'pg';
import { createApiKeyStore } from '../api-keys/api-key-store.ts';
import { createAccountStore } from '../accounts/account-store.ts';
import { connectDatabase } from '../database/connect-database.ts';
import { queues } from '../jobs.ts';
import { startJobQueue } from '../queue/pg-boss-job-queue.ts';
import { testLogger } from '../testing/open-stores.ts';
import { orderAutomation, orderSubmission } from '../testing/start-test-app.ts';
import { startReceiver, type Receiver } from '../testing/start-receiver.ts';

const stack = new AsyncDisposableStack();
let settings: Record<string, string | undefined>;
let apiKey: string;
let pool: pg.Pool;
let receiver: Receiver;
beforeAll(async () => {
  const { url } = stack.use(await createTestDatabase());
  const directory = await mkdtemp(join(tmpdir(), 'errand-killed-'));
  stack.defer(() => rm(directory, { recursive: true, force: true }));
  const key = Buffer.alloc(32, 3);
  settings = {
    ...pickEnvironment(process.env),
    DATABASE_URL: url,
    PORT: String(await findFreePort()),
    WORKER_PORT: String(await findFreePort()),
    WORKER_TOKEN: 'w'.repeat(40),
    SEALING_KEYS: `test:${key.toString('base64')}`,
    STORAGE_DIRECTORY: directory,
    STORAGE_SIGNING_KEY: 's'.repeat(32),
    ALLOW_PRIVATE_ADDRESSES: 'true',
    LOG_LEVEL: 'error',
  };
  // Settings of a control plane that checks every second instead of every minute.
  const logger = testLogger;
  stack.use(await startJobQueue({ url, queues, logger, superviseIntervalSeconds: 1 }));
  const database = stack.use(await connectDatabase({ url, poolSize: 2 }));
  pool = database.pool;
  const { accountId } = await createAccountStore(database).ensure('acme');
  apiKey = (await createApiKeyStore(database).create(accountId, { name: 'test' })).key;
});
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(async () => receiver[Symbol.asyncDispose]());
afterAll(async () => stack.disposeAsync());

test('delivers a committed result when the process was killed before sending it', async () => {
  await using first = await startControlPlane();
  // Every send reads the signing secrets first, so it blocks there.
  const blocker = await pool.connect();
  await blocker.query('BEGIN');
  await blocker.query('LOCK TABLE signing_secrets IN ACCESS EXCLUSIVE MODE');
  const taskId = await endTask();
  await pollUntil('the process is about to send', async () => {
    const { rows } = await blocker.query(
      `SELECT FROM pg_locks WHERE NOT granted AND relation = 'signing_secrets'::regclass`,
    );
    return rows.length > 0;
  });
  await first.kill();
  await blocker.query('ROLLBACK');
  blocker.release();
  expect(receiver.count()).toBe(0);

  await expireJobs();
  await using _second = await startControlPlane();
  expect(await receiver.next()).toMatchObject({ body: { task_id: taskId, status: 'cancelled' } });
  await pollUntil('it is recorded', async () => (await stateOf(taskId)) === 'delivered');
  expect(receiver.count()).toBe(1);
});

test('sends again under the same id when the process was killed before recording', async () => {
  await using first = await startControlPlane();
  receiver.answer('never');
  const taskId = await endTask();
  const sent = await receiver.next();
  await first.kill();
  expect(await stateOf(taskId)).toBe('pending');

  receiver.answer(200);
  await expireJobs();
  await using _second = await startControlPlane();
  const again = await receiver.next();
  expect(again.headers['webhook-id']).toBe(sent.headers['webhook-id']);
  await pollUntil('it is recorded', async () => (await stateOf(taskId)) === 'delivered');
});

async function startControlPlane() {
  const main = join(import.meta.dirname, '../main.ts');
  const stdio = ['ignore', 'ignore', 'inherit', 'ipc'] as const;
  const child: ChildProcess = spawn(process.execPath, [main], { env: settings, stdio: [...stdio] });
  await once(child, 'message');
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  return { kill, [Symbol.asyncDispose]: kill };
}

/** Submits and cancels a task over HTTP, as a client does. */
async function endTask(): Promise<string> {
  await post('/api/v1/update_example', { endpoint_name: 'order', automation: orderAutomation });
  const { task_id: taskId } = await post('/api/v1/inference', {
    ...orderSubmission,
    task_callback_url: receiver.url,
  });
  await post(`/api/v1/tasks/${taskId}/cancel`, {});
  return taskId;
}

async function post(path: string, body: object) {
  const answer = await fetch(`http://127.0.0.1:${settings['PORT']}${path}`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBeLessThan(300);
  return answer.json();
}

/** Makes every running delivery job exceed its time limit. */
async function expireJobs(): Promise<void> {
  await pool.query(
    `UPDATE pgboss.job SET started_on = started_on - interval '1 minute' WHERE name = 'deliver-callback'`,
  );
}

async function stateOf(taskId: string): Promise<string> {
  const { rows } = await pool.query('SELECT state FROM callback_deliveries WHERE task_id = $1', [
    taskId,
  ]);
  return rows[0].state;
}
