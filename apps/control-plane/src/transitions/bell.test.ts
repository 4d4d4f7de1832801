import { createTestDatabase, pollUntil } from '@errand/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { runTransaction } from '../database/transaction.ts';
import { recordLogs } from '../testing/record-logs.ts';
import { openBell, ringBell, type Bell } from './bell.ts';

const live = new AbortController().signal;
const { logger } = recordLogs();
const stack = new AsyncDisposableStack();
let url: string;
let pool: pg.Pool;
let bell: Bell;
beforeAll(async () => {
  ({ url } = stack.use(await createTestDatabase()));
  pool = new pg.Pool({ connectionString: url });
  // A test below terminates its connections.
  pool.on('error', () => undefined);
  stack.defer(() => pool.end());
  bell = stack.use(await openBell({ url, logger, maxWaiting: 2 }));
});
afterAll(async () => stack.disposeAsync());

test('rings in every process after the commit, but only for that worker', async () => {
  await using other = await openBell({ url, logger });
  const here = wait('w1');
  const there = other.wait({ workerId: 'w1', waitSeconds: 20, signal: live });
  const silent = wait('w2', 0.3);
  await ring('w1');
  expect(await Promise.all([here, there, silent])).toEqual([true, true, false]);
});

test('stays silent when the transaction is rolled back', async () => {
  const silent = wait('w1', 0.3);
  const failed = runTransaction(pool, async (transaction) => {
    await ringBell(transaction, 'w1');
    throw new Error('rolled back');
  });
  await expect(failed).rejects.toThrow('rolled back');
  expect(await silent).toBe(false);
});

test('keeps one ring for a worker that is not waiting', async () => {
  const heard = Promise.withResolvers<void>();
  using _watch = bell.watch('w3', heard.resolve);
  await ring('w3');
  await heard.promise;
  expect([await wait('w3', 0), await wait('w3', 0)]).toEqual([true, false]);
});

test('resolves with false when the signal fires and frees its place', async () => {
  const gone = new AbortController();
  const options = { waitSeconds: 20, signal: gone.signal };
  const waiting = ['a', 'b'].map((workerId) => bell.wait({ ...options, workerId }));
  await expect(wait('c', 0)).rejects.toMatchObject({ code: 'unavailable', status: 503 });
  gone.abort();
  expect(await Promise.all(waiting)).toEqual([false, false]);
  expect(await wait('c', 0)).toBe(false);
});

test('rings for every waiter after losing its connection, then listens again', async () => {
  const rung = wait('w4');
  await pool.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND query LIKE 'LISTEN%errand_bell%'`);
  expect(await rung).toBe(true);
  await pollUntil('it listens again', async () => {
    await ring('w4');
    return wait('w4', 0.1);
  });
});

function wait(workerId: string, waitSeconds = 20): Promise<boolean> {
  return bell.wait({ workerId, waitSeconds, signal: live });
}

function ring(workerId: string): Promise<void> {
  return runTransaction(pool, (transaction) => ringBell(transaction, workerId));
}
