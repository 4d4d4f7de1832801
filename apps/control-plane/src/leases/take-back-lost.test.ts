import { expect, test } from '@jest/globals';
import { findQueueFaults, noFaults } from '../testing/check-queue.ts';
import { addAccount, claimNow, holderOf, openStores, orderOf } from '../testing/open-stores.ts';

test('fails an attempt once when it exceeds its time and grace period', async () => {
  await using stores = await openStores();
  const accountId = await addAccount(stores.database);
  const { taskId } = await stores.tasks.submit(
    accountId,
    orderOf('ann', { max_timeout_in_minutes: 2 }),
  );
  const holder = holderOf(await claimNow(stores.leases));
  await stores.leases.start(holder);
  const moveStart = (seconds: number) =>
    stores.database.pool.query('UPDATE tasks SET started_at = now() - make_interval(secs => $1)', [
      seconds,
    ]);
  await moveStart(149);
  expect(await stores.leases.endOverdue(30)).toEqual([]);
  await moveStart(151);
  const passes = await Promise.all([1, 2].map(() => stores.leases.endOverdue(30)));
  const { leaseSecret: _, ...ended } = holder;
  expect(passes.flat()).toEqual([{ ...ended, status: 'failed' }]);
  expect(await stores.tasks.getDetail(accountId, taskId)).toMatchObject({
    status: 'failed',
    retry_count: 0,
    error_class: 'timeout',
    error: expect.stringContaining('longer than max_timeout_in_minutes (2)'),
    attempts: [{ outcome: 'failed', error_class: 'timeout' }],
  });
  expect(await stores.leases.renew('worker-1', [holder])).toMatchObject([{ state: 'lost' }]);
  expect(await findQueueFaults(stores.database)).toEqual(noFaults);
});

/** Simulates a worker that sent nothing for the whole lease time. */
const EXPIRE = `UPDATE tasks SET lease_expires_at = now() - interval '1 s' WHERE id = $1`;

test('does not count a retry for a lease lost before its task started, up to a limit', async () => {
  await using stores = await openStores();
  const accountId = await addAccount(stores.database);
  const { taskId } = await stores.tasks.submit(accountId, orderOf('ann'));
  await stores.database.pool.query('UPDATE tasks SET max_retries = 0');
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    await stores.database.pool.query(EXPIRE, [holderOf(await claimNow(stores.leases)).taskId]);
    expect(await stores.leases.takeBackLost()).toMatchObject([{ status: 'queued' }]);
  }
  const { retry_count, attempts } = await stores.tasks.getDetail(accountId, taskId);
  expect([retry_count, attempts.map(({ outcome }) => outcome)]).toEqual([0, Array(5).fill('lost')]);
  await stores.database.pool.query(EXPIRE, [holderOf(await claimNow(stores.leases)).taskId]);
  expect(await stores.leases.takeBackLost()).toMatchObject([{ status: 'failed' }]);
  expect(await findQueueFaults(stores.database)).toEqual(noFaults);
});

test('ignores a lease that expired within the time the control plane could not respond', async () => {
  await using stores = await openStores();
  const accountId = await addAccount(stores.database);
  await stores.tasks.submit(accountId, orderOf('ann'));
  const lost = holderOf(await claimNow(stores.leases));
  await stores.database.pool.query(EXPIRE, [lost.taskId]);
  expect(await stores.leases.takeBackLost(600)).toEqual([]);
  expect(await stores.leases.takeBackLost()).toMatchObject([{ taskId: lost.taskId }]);
});

test('takes back what it can while someone holds the row of another task', async () => {
  await using stores = await openStores();
  const { pool } = stores.database;
  const accountId = await addAccount(stores.database);
  const held: string[] = [];
  for (const login of ['ann', 'bob']) {
    await stores.tasks.submit(accountId, orderOf(login));
    held.push(holderOf(await claimNow(stores.leases)).taskId);
    await pool.query(EXPIRE, [held.at(-1)]);
  }
  const [locked = '', free] = held;
  const failures: unknown[] = [];
  const takeBack = () =>
    stores.leases.takeBackLost(0, (lease, error) => failures.push([lease.taskId, error]));
  const connection = await pool.connect();
  await connection.query('BEGIN');
  await connection.query('SELECT FROM tasks WHERE id = $1 FOR UPDATE', [locked]);
  const taken = await takeBack();
  await connection.query('ROLLBACK');
  connection.release();
  expect(taken).toMatchObject([{ taskId: free }]);
  expect(failures).toEqual([[locked, expect.objectContaining({ code: '55P03' })]]);
  expect(await takeBack()).toMatchObject([{ taskId: locked }]);
});
