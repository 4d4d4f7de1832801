import { beforeEach, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { LeaseHolder } from '../leases/lease.ts';
import { begin as beginTransaction } from '../testing/begin.ts';
import { claimNow, holderOf, noResult, orderOf } from '../testing/open-stores.ts';
import { useStores } from '../testing/use-stores.ts';
import { beginWait } from './begin-wait.ts';
import { HumanWaitNotFoundError } from './human-wait-errors.ts';

const stores = await useStores();
let accountId: string;
let holder: LeaseHolder;
beforeEach(async () => {
  accountId = await stores.reset();
  await stores.tasks.submit(accountId, orderOf('ann'));
  holder = await claim();
});

const claim = async (): Promise<LeaseHolder> => holderOf(await claimNow(stores.leases));

const wait = { nodePath: 'nodes[3]', pageUrl: 'https://portal.example/', maxWaitSeconds: 60 };
const begin = async (waitId: string = randomUUID()): Promise<string> => {
  await stores.humanWaits.begin(holder, { waitId, ...wait });
  return waitId;
};
const look = (waitId: string) =>
  stores.humanWaits.awaitAnswer(holder, {
    waitId,
    waitSeconds: 0,
    signal: new AbortController().signal,
  });
const isWaiting = async () => {
  const { rowCount } = await stores.database.pool.query(
    'SELECT FROM human_waits WHERE task_id = $1 AND lease_epoch = $2 AND ended_at IS NULL',
    [holder.taskId, holder.leaseEpoch],
  );
  return rowCount === 1;
};
const readWaits = async () => {
  const { rows } = await stores.database.pool.query(
    'SELECT id, number, lease_epoch, outcome, variables FROM human_waits ORDER BY number',
  );
  return rows;
};

test('starts a wait once when it is reported several times', async () => {
  const waitId = randomUUID();
  await Promise.all([begin(waitId), begin(waitId), begin(waitId)]);
  expect(await readWaits()).toMatchObject([{ id: waitId, number: 1, outcome: null }]);
  expect(await isWaiting()).toBe(true);
  expect(await look(waitId)).toBeUndefined();
});

test('starts a wait while a claim holds the lock of an account with the same hash', async () => {
  await using claimer = await beginTransaction(stores);
  await claimer.query('SELECT pg_advisory_xact_lock(3, hashtext($1))', [holder.taskId]);
  await using own = await beginTransaction(stores);
  await own.query(`SET LOCAL lock_timeout = '5s'`);
  const waitId = randomUUID();
  const until = await beginWait(stores, own.connection, {
    holder,
    wait: { waitId, ...wait },
  });
  expect(until.getTime()).toBeGreaterThan(Date.now());
});

test('ends an open wait when the next one begins, and does not restart it', async () => {
  const first = await begin();
  const second = await begin();
  await begin(first);
  expect(await readWaits()).toMatchObject([
    { id: first, number: 1, outcome: 'ended' },
    { id: second, number: 2, outcome: null },
  ]);
});

test('keeps the first outcome of a wait', async () => {
  const waitId = await begin();
  expect(await stores.humanWaits.end(holder, waitId, 'timed_out')).toBe('timed_out');
  expect(await stores.humanWaits.end(holder, waitId, 'ended')).toBe('timed_out');
  expect(await isWaiting()).toBe(false);
  await begin(waitId);
  expect(await isWaiting()).toBe(false);
});

test('rejects a wait that never began under the lease', async () => {
  await begin();
  await expect(look(randomUUID())).rejects.toThrow(HumanWaitNotFoundError);
  await expect(stores.humanWaits.end(holder, randomUUID(), 'ended')).rejects.toThrow(
    `has not begun the wait`,
  );
});

test.each<[string, () => Promise<unknown>]>([
  ['success', () => stores.leases.complete(holder, noResult)],
  [
    'failure',
    () =>
      stores.leases.fail(holder, {
        ...noResult,
        errorClass: 'human_timeout',
        message: 'Nobody came.',
        retry: 'never',
      }),
  ],
  ['hand-back', () => stores.leases.release(holder)],
  [
    'loss of the lease',
    async () => {
      await stores.database.pool.query(
        `UPDATE tasks SET lease_expires_at = now() - interval '1 s'`,
      );
      await stores.leases.takeBackLost();
    },
  ],
  [
    'overall time-out',
    async () => {
      await stores.database.pool.query(`UPDATE tasks SET allocated_at = now() - interval '1 h'`);
      await stores.leases.endOverdue(0);
    },
  ],
  [
    'cancellation',
    async () => {
      await stores.tasks.cancel(accountId, holder.taskId);
      expect(await isWaiting()).toBe(true);
      await stores.leases.complete(holder, noResult);
    },
  ],
])('ends the wait when the attempt ends by %s', async (_name, end) => {
  const waitId = await begin();
  await end();
  expect(await isWaiting()).toBe(false);
  expect(await readWaits()).toMatchObject([{ outcome: 'ended', lease_epoch: 1 }]);
  await expect(look(waitId)).rejects.toThrow('is no longer held');
  await expect(begin()).rejects.toThrow('is no longer held');
});
