import { expect, test } from '@jest/globals';
import { IdempotencyConflictError } from './submit-errors.ts';
import { orderOf } from '../testing/open-stores.ts';
import { useStores } from '../testing/use-stores.ts';

const stores = await useStores();
const { pool } = stores.database;

/** Transactions that stored tasks, from the system column of their rows. */
async function countTransactions(): Promise<{ readonly tasks: number; readonly of: number }> {
  const { rows } = await pool.query<{ tasks: number; of: number }>(
    'SELECT count(*)::int AS tasks, count(DISTINCT xmin::text)::int AS of FROM tasks',
  );
  return rows[0] ?? { tasks: 0, of: 0 };
}

test('submissions at the same time share transactions, and each gets its own task', async () => {
  const accountId = await stores.reset();
  const logins = Array.from({ length: 40 }, (_, place) =>
    place % 4 === 0 ? undefined : `login-${place % 3}`,
  );
  const stored = await Promise.all(
    logins.map((login) => stores.tasks.submit(accountId, orderOf(login))),
  );
  expect(new Set(stored.map(({ taskId }) => taskId)).size).toBe(40);
  expect(stored.every(({ isReplay }) => !isReplay)).toBe(true);
  const { tasks, of } = await countTransactions();
  expect(tasks).toBe(40);
  expect(of).toBeLessThan(5);
});

test('a refused submission fails alone', async () => {
  const accountId = await stores.reset();
  const outcomes = await Promise.allSettled([
    stores.tasks.submit(accountId, orderOf('first')),
    stores.tasks.submit(accountId, orderOf('ok')),
    // PostgreSQL stores no such character.
    stores.tasks.submit(accountId, orderOf('\u0000')),
    stores.tasks.submit(accountId, { ...orderOf(), endpoint_name: 'unknown' }),
    stores.tasks.submit(accountId, orderOf('ok')),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'rejected',
    'fulfilled',
  ]);
  expect(outcomes[2]).toMatchObject({ reason: { code: '22P05' } });
  expect(outcomes[3]).toMatchObject({ reason: { code: 'endpoint-not-found' } });
  expect((await countTransactions()).tasks).toBe(3);
});

test('an idempotency key that is sent several times at once stores one task', async () => {
  const accountId = await stores.reset();
  const send = (key: string, body: string) =>
    stores.tasks.submit(accountId, orderOf(undefined, { idempotency: { key, body } }));
  const outcomes = await Promise.allSettled([
    send('a', 'one'),
    ...Array.from({ length: 6 }, () => send('b', 'two')),
    send('b', 'other'),
    send('c', 'three'),
  ]);
  const ids = outcomes.map((outcome) =>
    outcome.status === 'fulfilled' ? outcome.value.taskId : outcome.reason,
  );
  expect(new Set(ids.slice(1, 7)).size).toBe(1);
  expect(ids[7]).toBeInstanceOf(IdempotencyConflictError);
  expect((await countTransactions()).tasks).toBe(3);
});
