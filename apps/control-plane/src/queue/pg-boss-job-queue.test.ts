import { createLogger } from '@errand/app-runtime';
import { createTestDatabase, pollUntil } from '@errand/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { runTransaction, type Transaction } from '../database/transaction.ts';
import type { JobQueue } from './job-queue.ts';
import { listenToChannel } from './listen-to-channel.ts';
import { startJobQueue } from './pg-boss-job-queue.ts';

const QUEUE = 'letters';
const silent = createLogger({ name: 'test', level: 'error' });
silent.silent = true;

const stack = new AsyncDisposableStack();
let pool: pg.Pool;
let queue: JobQueue;
let url: string;
beforeAll(async () => {
  ({ url } = stack.use(await createTestDatabase()));
  pool = new pg.Pool({ connectionString: url });
  stack.defer(() => pool.end());
  const queues = [{ name: QUEUE, expireInSeconds: 60, retryLimit: 0 }];
  // Only notifications call watchers here, so that a test can count the calls.
  const fallbackIntervalMs = 600_000;
  queue = stack.use(await startJobQueue({ url, queues, logger: silent, fallbackIntervalMs }));
});
afterAll(async () => stack.disposeAsync());

test('takes the job with the largest priority once and puts it back on a rollback', async () => {
  await inTransaction(async (transaction) => {
    await queue.send(transaction, QUEUE, { data: { n: 1 }, priority: -5 });
    await queue.send(transaction, QUEUE, { data: { n: 2 }, priority: -4 });
  });
  const failed = inTransaction(async (transaction) => {
    expect(await queue.take(transaction, QUEUE)).toMatchObject({ data: { n: 2 } });
    throw new Error('rolled back');
  });
  await expect(failed).rejects.toThrow('rolled back');
  const takeOne = () => inTransaction((transaction) => queue.take(transaction, QUEUE));
  const jobs = await Promise.all([takeOne(), takeOne(), takeOne()]);
  expect(jobs.map((job) => job?.data).filter(Boolean)).toHaveLength(2);
  expect(await countJobs()).toBe(0);
});

test('refuses an id that it already has, and withdraws a job by id', async () => {
  const id = randomUUID();
  await inTransaction(async (transaction) => {
    await queue.send(transaction, QUEUE, { id, data: {} });
    await expect(queue.send(transaction, QUEUE, { id, data: {} })).rejects.toThrow(id);
    await queue.withdraw(transaction, QUEUE, { id, limit: 1 });
  });
  expect(await countJobs()).toBe(0);
});

test('withdraws the last jobs of a key, except those another transaction is taking', async () => {
  await inTransaction(async (transaction) => {
    for (const priority of [-1, -2, -3]) {
      await queue.send(transaction, QUEUE, { data: { priority }, key: 'k', priority });
    }
    await queue.send(transaction, QUEUE, { data: {}, key: 'other', priority: -9 });
  });
  await inTransaction(async (taker) => {
    await queue.take(taker, QUEUE);
    const withdraw = (limit: number) =>
      inTransaction((transaction) => queue.withdraw(transaction, QUEUE, { key: 'k', limit }));
    expect(await withdraw(1)).toBe(1);
    expect(await withdraw(5)).toBe(1);
  });
  expect(await countJobs()).toBe(1);
});

test('notifies watchers of a commit, even after its connection broke', async () => {
  let calls = 0;
  queue.watch(QUEUE, () => (calls += 1));
  const send = () =>
    inTransaction((transaction) => queue.send(transaction, QUEUE, { data: {}, priority: -9 }));
  await send();
  await pollUntil('the watcher is called', () => calls > 0);
  expect(calls).toBe(1);

  const { rows: ended } = await pool.query<{ pid: number }>(
    `SELECT pid, pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND datname = current_database()`,
  );
  await pollUntil('it listens again', async () => {
    const { rows } = await pool.query(
      // A terminated process stays visible for a while.
      `SELECT FROM pg_stat_activity WHERE query LIKE 'LISTEN "pgboss%' AND datname = current_database() AND pid <> ALL ($1)`,
      [ended.map(({ pid }) => pid)],
    );
    return rows.length > 0;
  });
  const before = calls;
  await send();
  await pollUntil('the watcher is called again', () => calls > before);
});

test('does not leave a connection open when the server refuses to listen', async () => {
  const before = await countListeners();
  // PostgreSQL refuses an empty name.
  const options = { url, channel: '', logger: silent, onPayload: ignore, onReconnect: ignore };
  await expect(listenToChannel(options)).rejects.toThrow('zero-length delimited identifier');
  await pollUntil('the connection is gone', async () => (await countListeners()) === before);
});

test('runs a delayed job soon after it is due', async () => {
  const handled: unknown[] = [];
  const name = 'delayed-letters';
  const queues = [{ name, expireInSeconds: 60, retryLimit: 0 }];
  await using watching = await startJobQueue({ url, queues, logger: silent });
  await watching.work(name, { concurrency: 2, handle: async (data) => void handled.push(data) });
  const startAfter = new Date(Date.now() + 1_500);
  await inTransaction((transaction) =>
    queue.send(transaction, name, { data: { n: 1 }, startAfter }),
  );
  // Nothing announces it, and the workers look for jobs by themselves only every minute.
  await pollUntil('it is handled', () => handled.length > 0, { deadlineMs: 15_000 });
  expect(handled).toEqual([{ n: 1 }]);
});

test('uses all workers for the jobs of one transaction, and one worker after another for more', async () => {
  const name = 'many-letters';
  const concurrency = 3;
  let running = 0;
  let most = 0;
  let handled = 0;
  const together = Promise.withResolvers<void>();
  await queue.ensure({ name, expireInSeconds: 60, retryLimit: 0 });
  await queue.work(name, {
    concurrency,
    async handle() {
      running += 1;
      most = Math.max(most, running);
      if (running === concurrency) together.resolve();
      await together.promise;
      running -= 1;
      handled += 1;
    },
  });
  const jobs = Array.from({ length: 20 }, (_, n) => ({ data: { n } }));
  await inTransaction((transaction) => queue.sendAll(transaction, name, jobs));
  await pollUntil('all are handled', () => handled === jobs.length, { deadlineMs: 15_000 });
  expect(most).toBe(concurrency);
});

test('runs a job that arrives while all workers are busy as soon as one is free', async () => {
  const name = 'late-letters';
  const first = Promise.withResolvers<void>();
  const handled: unknown[] = [];
  await queue.ensure({ name, expireInSeconds: 60, retryLimit: 0 });
  await queue.work(name, {
    concurrency: 1,
    async handle(data) {
      handled.push(data);
      await first.promise;
    },
  });
  const send = (n: number) =>
    inTransaction((transaction) => queue.send(transaction, name, { data: { n } }));
  await send(1);
  await pollUntil('the worker is busy', () => handled.length === 1);
  await send(2);
  await pollUntil('both were announced', async () => (await countWaiting(name)) === 1);
  first.resolve();
  // No regular wake comes here.
  await pollUntil('the second one is handled', () => handled.length === 2);
  expect(handled).toEqual([{ n: 1 }, { n: 2 }]);
});

function inTransaction<Result>(
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  return runTransaction(pool, work);
}

function ignore(): void {}

async function countListeners(): Promise<number> {
  const { rows } = await pool.query(
    `SELECT count(*)::int n FROM pg_stat_activity
     WHERE application_name = 'errand-listen' AND datname = current_database()`,
  );
  return rows[0].n;
}

async function countWaiting(name: string): Promise<number> {
  const { rows } = await pool.query(
    `SELECT count(*)::int n FROM pgboss.job WHERE name = $1 AND state = 'created'`,
    [name],
  );
  return rows[0].n;
}

async function countJobs(): Promise<number> {
  const { rows } = await pool.query(`SELECT count(*)::int n FROM pgboss.job`);
  return rows[0].n;
}
