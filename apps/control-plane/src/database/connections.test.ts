import {
  createTestDatabase,
  failToStart,
  startControlPlane,
  startPgbouncer,
  type TestControlPlane,
} from '@errand/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { deleteOldTasks } from '../retention/delete-old-rows.ts';
import { sweepStorage } from '../storage-sweep/sweep-storage.ts';
import { openFiles } from '../testing/open-files.ts';
import { recordLogs } from '../testing/record-logs.ts';
import { orderAutomation, orderSubmission } from '../testing/start-test-app.ts';
import { assertNotifications } from './assert-notifications.ts';
import { connectDatabase } from './connect-database.ts';
import { openPool } from './open-pool.ts';

/** The smallest valid values. */
const POOLS = { DATABASE_POOL_SIZE: '2', WORKER_DATABASE_POOL_SIZE: '2' };
/** What a process needs besides its pools, as documented in .env.example. */
const SESSIONS = 17;
/**
 * Of each kind of request: more than the largest pool has connections, and few enough that a busy
 * machine serves the last one within the time that a request waits for a connection.
 */
const BURST = 15;
/** All connections that may go through a pooler. */
const STATEMENTS = 'statements';
const recording = { endpoint_name: 'order', automation: orderAutomation };

type Server = Pick<TestControlPlane, 'url' | 'workerUrl' | 'call'>;

const resources = new AsyncDisposableStack();
let controlPlane: TestControlPlane;
beforeAll(async () => {
  controlPlane = resources.use(await startControlPlane(POOLS));
  await controlPlane.call('POST', '/api/v1/update_example', recording);
});
afterAll(() => resources[Symbol.asyncDispose]());

test('works with the smallest pools, and opens no more connections than documented', async () => {
  await using observed = await observeConnections(controlPlane.databaseUrl);
  expect(await work(controlPlane)).toEqual(served);
  const most = await observed.stop();
  expect(most).toMatchObject({
    'errand-api': 2,
    'errand-api-reads': 2,
    'errand-workers': 2,
    // Two per process: one for the bell and one for the jobs of other processes.
    'errand-listen': 4,
  });
  expect(most['errand-workers-reads'] ?? 0).toBeLessThanOrEqual(2);
  const sessions = ['errand-jobs', 'errand-listen', 'errand-heartbeats'];
  const open = sessions.map((name) => most[name] ?? 0);
  expect(open.every((count) => count > 0)).toBe(true);
  expect(open.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(SESSIONS);
  expect(most[STATEMENTS]).toBeLessThanOrEqual(2 * 2 + 2 * 2);
});

test('works through a transaction pooler with DATABASE_DIRECT_URL', async () => {
  const direct = controlPlane.databaseUrl;
  await using pooler = await startPgbouncer(direct, { poolSize: 3 });
  await using server = await controlPlane.startSibling({
    DATABASE_POOL_SIZE: '10',
    WORKER_DATABASE_POOL_SIZE: '10',
    DATABASE_URL: pooler.url,
    DATABASE_DIRECT_URL: direct,
  });
  await using observed = await observeConnections(direct);
  expect(await work(server)).toEqual(served);
  // Connections of the first process, which bypass the pooler, plus those of the pooler.
  const { [STATEMENTS]: statements } = await observed.stop();
  expect(statements).toBeLessThanOrEqual(2 * 2 + 2 * 2 + 3);

  const worker = await register(server);
  const waiting = worker.claim(30);
  await fetch(`${server.url}/health/ready`);
  await server.call('POST', '/api/v1/inference', orderSubmission);
  expect((await waiting).status).toBe(200);
});

test('deletes old tasks with their files, and sweeps the store, through a transaction pooler', async () => {
  const directUrl = controlPlane.databaseUrl;
  await using pooler = await startPgbouncer(directUrl, { poolSize: 3 });
  await using database = await connectDatabase({ url: pooler.url, isPooled: true, directUrl });
  await using stack = new AsyncDisposableStack();
  const { logger, entries } = recordLogs();
  const { storage, uploads } = await openFiles(stack, { database, logger });
  const { body } = await controlPlane.call('POST', '/api/v1/inference', {
    ...orderSubmission,
    input_files: [{ name: 'a.txt', content_base64: 'aGVsbG8=' }],
  });
  const { task_id: taskId } = body as { task_id: string };
  await controlPlane.call('POST', `/api/v1/tasks/${taskId}/cancel`);
  await database.transaction(async (transaction) => {
    await transaction.query('SET LOCAL session_replication_role = replica');
    await transaction.query(
      `UPDATE tasks SET completed_at = now() - interval '40 days' WHERE id = $1`,
      [taskId],
    );
  });
  const file = { contentType: 'text/plain' };
  const orphan = `tasks/${randomUUID()}/file`;
  for (const key of [`tasks/${taskId}/file`, orphan]) {
    await storage.write(key, Buffer.from('content'), file);
  }
  await deleteOldTasks({ database, logger, retention: { taskDays: 30, fileDays: 0 } });
  expect(entries.at(-1)).toMatchObject({ message: 'deleted old tasks', tasks: 1 });
  expect(await uploads.discardAbandoned()).toBe(false);
  expect(await storage.find(`tasks/${taskId}/file`)).toBeUndefined();
  const options = { isDeleting: true, isForced: true, olderThanHours: 0 };
  const swept = await sweepStorage({ database, storage }, options);
  expect(swept).toMatchObject({ deleted: 1, orphans: { count: 1 } });
  expect(await storage.find(orphan)).toBeUndefined();
});

test('refuses a transaction pooler without DATABASE_DIRECT_URL', async () => {
  await using pooler = await startPgbouncer(controlPlane.databaseUrl, { poolSize: 3 });
  const settings = {
    DATABASE_URL: pooler.url,
    WORKER_TOKEN: 'w'.repeat(40),
    SEALING_KEYS: `test:${Buffer.alloc(32, 3).toString('base64')}`,
    STORAGE_DIRECTORY: controlPlane.directory,
    STORAGE_SIGNING_KEY: 's'.repeat(32),
  };
  expect(await failToStart(join(import.meta.dirname, '../main.ts'), settings)).toEqual({
    code: 1,
    errors: expect.stringMatching(
      /^The server at 127\.0\.0\.1:\d+ refuses settings of a session, as a transaction pooler does: set DATABASE_DIRECT_URL [^\n]*\n$/,
    ),
  });
});

test('refuses addresses at which notifications do not arrive', async () => {
  const url = controlPlane.databaseUrl;
  await using pooler = await startPgbouncer(url, { poolSize: 3 });
  await using other = await createTestDatabase();
  const pool = openPool({ connectionString: pooler.url, max: 1 });
  await using _pool = { [Symbol.asyncDispose]: () => pool.end() };
  await assertNotifications(pool, { url: pooler.url, directUrl: url, isPooled: true });
  const nowhere = 'postgresql://postgres@127.0.0.1:1/none';
  await Promise.all([
    expect(
      assertNotifications(pool, { url: pooler.url, directUrl: other.url, isPooled: true }),
    ).rejects.toThrow(
      /^Notifications sent through DATABASE_URL do not arrive at DATABASE_DIRECT_URL/,
    ),
    expect(
      assertNotifications(pool, { url: pooler.url, directUrl: pooler.url, isPooled: false }),
    ).rejects.toThrow(/behind a transaction pooler: set DATABASE_DIRECT_URL/),
    expect(
      assertNotifications(pool, { url: pooler.url, directUrl: nowhere, isPooled: true }),
    ).rejects.toThrow(
      'cannot be reached (ECONNREFUSED): start it, or correct DATABASE_DIRECT_URL.',
    ),
  ]);
});

/** Tasks were submitted, and no request failed. */
const served = { submitted: BURST, refused: [] };

/** Sends all kinds of requests concurrently; counts accepted tasks, lists the other statuses. */
async function work(server: Server) {
  const worker = await register(server);
  const requests = Array.from({ length: BURST }, () => [
    server.call('POST', '/api/v1/inference', orderSubmission),
    server.call('GET', '/api/v1/get_recordings'),
    worker.claim(0),
    worker.beat(),
  ]);
  const responses = await Promise.all(requests.flat());
  const statuses = responses.map(({ status }) => status);
  return {
    submitted: statuses.filter((status) => status === 202).length,
    refused: statuses.filter((status) => status >= 300),
  };
}

async function register({ workerUrl }: Server) {
  const post = (path: string, token: string, body: object) =>
    fetch(`${workerUrl}/worker/v1/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ worker_id: 'w', ...body }),
    });
  const { token } = await (await post('registrations', controlPlane.workerToken, {})).json();
  return {
    claim: (seconds: number) => post('claims', token, { wait_seconds: seconds }),
    beat: () => post('heartbeats', token, { leases: [] }),
  };
}

/**
 * Counts the connections to a database by their names until stopped, and returns the maximum of
 * each.
 */
async function observeConnections(url: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const most: Record<string, number> = {};
  const stopping = new AbortController();
  const observing = (async () => {
    while (!stopping.signal.aborted) {
      const { rows } = await client.query<{ name: string; count: number }>(
        `SELECT application_name AS name, count(*)::int FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid() GROUP BY 1`,
      );
      const pooled = rows.filter(({ name }) => /^errand-(?:api|workers)/.test(name));
      const sum = pooled.reduce((total, { count }) => total + count, 0);
      for (const { name, count } of [...rows, { name: STATEMENTS, count: sum }]) {
        most[name] = Math.max(count, most[name] ?? 0);
      }
    }
  })();
  const stop = async () => {
    stopping.abort();
    await observing;
    await client.end();
    return most;
  };
  return { stop, [Symbol.asyncDispose]: async () => void (await stop()) };
}

test.each([
  ['directly', false],
  ['through a transaction pooler', true],
])('limits how long one transaction waits for locks, %s', async (_how, isPooled) => {
  const directUrl = controlPlane.databaseUrl;
  await using pooler = await startPgbouncer(directUrl, { poolSize: 1 });
  const url = isPooled ? pooler.url : directUrl;
  await using database = await connectDatabase({ url, isPooled, directUrl, poolSize: 1 });
  const readWait = async (options?: { readonly lockWaitMs: number }) =>
    database.transaction(async (transaction) => {
      const { rows } = await transaction.query<{ lock_timeout: string }>('SHOW lock_timeout');
      return rows[0]?.lock_timeout;
    }, options);
  // Both use the same connection.
  expect([await readWait({ lockWaitMs: 500 }), await readWait()]).toEqual(['500ms', '0']);
});
