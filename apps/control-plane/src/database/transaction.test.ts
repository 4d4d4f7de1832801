import { createTestDatabase } from '@errand/test-kit';
import { expect, test } from '@jest/globals';
import { once } from 'node:events';
import { isDatabaseAway } from '../http/database-faults.ts';
import { connectDatabase } from './connect-database.ts';
import { openPool } from './open-pool.ts';
import { runTransaction } from './transaction.ts';

test('retries the work when two transactions deadlock', async () => {
  await using database = await createTestDatabase();
  const pool = openPool({ connectionString: database.url });
  await pool.query(
    'CREATE TABLE pair (id int PRIMARY KEY, n int); INSERT INTO pair VALUES (1, 0), (2, 0)',
  );
  let runs = 0;
  const bothHoldOne = Promise.withResolvers<void>();
  const raise = (first: number, second: number): Promise<void> =>
    runTransaction(pool, async (transaction) => {
      await transaction.query('UPDATE pair SET n = n + 1 WHERE id = $1', [first]);
      runs += 1;
      if (runs === 2) bothHoldOne.resolve();
      await bothHoldOne.promise;
      await transaction.query('UPDATE pair SET n = n + 1 WHERE id = $1', [second]);
    });
  await Promise.all([raise(1, 2), raise(2, 1)]);
  // One runs again; if it locks its first row before the other wakes up, they deadlock again.
  expect(runs).toBeGreaterThanOrEqual(3);
  expect((await pool.query('SELECT n FROM pair')).rows).toEqual([{ n: 2 }, { n: 2 }]);
  await pool.end();
});

test('rolls back and rethrows what the work throws', async () => {
  await using database = await createTestDatabase();
  const pool = openPool({ connectionString: database.url });
  await pool.query('CREATE TABLE one (n int)');
  const failure = runTransaction(pool, async (transaction) => {
    await transaction.query('INSERT INTO one VALUES (1)');
    throw new RangeError('no');
  });
  await expect(failure).rejects.toThrow(RangeError);
  expect((await pool.query('SELECT n FROM one')).rows).toEqual([]);
  await pool.end();
});

test('survives a connection that ends between two statements', async () => {
  await using database = await createTestDatabase();
  const pool = openPool({ connectionString: database.url });
  const cut = runTransaction(pool, async (transaction) => {
    const { rows } = await transaction.query<{ pid: number }>('SELECT pg_backend_pid() pid');
    const ended = once(transaction, 'end');
    await pool.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
    await ended;
    await transaction.query('SELECT 1');
  });
  await expect(cut).rejects.toThrow(/terminating connection|not queryable/);
  expect(await runTransaction(pool, async () => 'fine')).toBe('fine');
  await pool.end();
});

test('ends a wait for a lock early when its callers repeat their requests', async () => {
  await using database = await createTestDatabase();
  await using brief = await connectDatabase({ url: database.url, isBrief: true });
  const holder = await brief.sessions.connect();
  await holder.query('BEGIN; LOCK accounts');
  const waiting = brief.transaction((transaction) => transaction.query('TABLE accounts'));
  const error = await waiting.catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: '55P03' });
  expect(isDatabaseAway(error)).toBe(true);
  // The server also ends a transaction whose process hangs.
  await once(holder, 'error');
  holder.release(true);
  expect((await brief.pool.query('TABLE accounts')).rows).toEqual([]);
});

test('reports an unreachable database at once', async () => {
  const url = 'postgresql://postgres@127.0.0.1:1/none';
  await expect(connectDatabase({ url })).rejects.toThrow(
    'PostgreSQL at 127.0.0.1:1 cannot be reached (ECONNREFUSED): start it, or correct DATABASE_URL.',
  );
});
