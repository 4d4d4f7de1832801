import { expect, test } from '@jest/globals';
import type { Lease } from '../leases/lease.ts';
import { findQueueFaults, noFaults } from '../testing/check-queue.ts';
import {
  addAccount,
  claimNow,
  holderOf,
  noResult,
  openStores,
  orderOf,
  type TestStores,
} from '../testing/open-stores.ts';
import { createRandom } from '../testing/random.ts';
import { changeLimit } from './change-limit.ts';

const OPERATIONS = 600;
const SEED = 20_261_120;

test('keeps counters, permits and limits true through a random run of eight at once', async () => {
  await using stores = await openStores();
  const accounts = [await addAccount(stores.database), await addAccount(stores.database)];
  const random = createRandom(SEED);
  const run: Run = {
    stores,
    accounts,
    random,
    submitted: [],
    leases: [],
    cancelledWhileHeld: new Set(),
  };
  let left = OPERATIONS;
  const actor = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await step(run);
    }
  };
  await Promise.all(Array.from({ length: 8 }, actor));

  expect(await findQueueFaults(stores.database)).toEqual({ ...noFaults, i1: expect.any(Number) });
  await finishAll(run);
  expect(await findQueueFaults(stores.database)).toEqual(noFaults);
  const { rows } = await stores.database.pool.query(
    `SELECT count(*)::int unfinished FROM tasks WHERE status NOT IN ('success', 'failed', 'cancelled')`,
  );
  expect(rows).toEqual([{ unfinished: 0 }]);
  await expectCancelledAsAsked(run);
});

interface Run {
  readonly stores: TestStores;
  readonly accounts: readonly string[];
  readonly random: () => number;
  readonly submitted: { readonly accountId: string; readonly taskId: string }[];
  readonly leases: Lease[];
  /** Tasks that a worker held when they were cancelled. */
  readonly cancelledWhileHeld: Set<string>;
}

async function step(run: Run): Promise<void> {
  const { stores, accounts, random, submitted, leases } = run;
  const pick = <Value>(values: readonly Value[]): Value | undefined =>
    values[Math.floor(random() * values.length)];
  const dice = random();
  if (dice < 0.35) {
    const accountId = pick(accounts) ?? '';
    const login = random() < 0.2 ? undefined : `login-${Math.floor(random() * 6)}`;
    const perLoginParallelism = pick([1, 1, 1, 2, 3]);
    const priority = pick([null, null, 1, 2]);
    const order = orderOf(login, { perLoginParallelism, priority });
    submitted.push({ accountId, ...(await stores.tasks.submit(accountId, order)) });
  } else if (dice < 0.6) {
    const lease = await claimNow(stores.leases);
    if (lease) leases.push(lease);
  } else if (dice < 0.7) {
    const task = pick(submitted);
    if (task) await cancel(run, task);
  } else if (dice < 0.73) {
    const taskId = pick(leases)?.taskId;
    const task = submitted.find((one) => one.taskId === taskId);
    if (task) await cancel(run, task);
  } else if (dice < 0.77) {
    await changeLimit(stores, pick([1, 2, 3, 4, 5, 6]) ?? 1, pick([1, 2, 3]) ?? 1);
  } else if (dice < 0.82) {
    await stores.database.pool.query(
      `UPDATE tasks SET lease_expires_at = now() - interval '1 s'
       WHERE id = (SELECT id FROM tasks WHERE status = 'allocated' LIMIT 1) AND status = 'allocated'`,
    );
    await stores.leases.takeBackLost();
  } else {
    const [lease] = leases.splice(Math.floor(random() * leases.length), 1);
    if (lease) await endSomehow(stores, lease, pick(['complete', 'fail', 'retry', 'release']));
  }
}

async function cancel(
  { stores, cancelledWhileHeld }: Run,
  { accountId, taskId }: Run['submitted'][number],
): Promise<void> {
  const { status } = await stores.tasks.cancel(accountId, taskId);
  if (status === 'allocated' || status === 'running') cancelledWhileHeld.add(taskId);
}

/** The lease may be lost meanwhile: then the report is refused, and that is right. */
async function endSomehow(
  { leases }: TestStores,
  lease: Lease,
  how: string | undefined,
): Promise<void> {
  const holder = holderOf(lease);
  const failure = { ...noResult, errorClass: 'timeout', message: 'Too slow.' };
  const report =
    how === 'complete'
      ? leases.complete(holder, noResult)
      : how === 'release'
        ? leases.release(holder)
        : leases.fail(holder, { ...failure, retry: how === 'retry' ? 'infrastructure' : 'never' });
  await report.catch((error: { code?: string }) => {
    if (error.code !== 'lease-lost') throw error;
  });
}

async function finishAll({ stores, leases }: Run): Promise<void> {
  for (const lease of leases) await endSomehow(stores, lease, 'complete');
  for (let lease = await claimNow(stores.leases); lease; lease = await claimNow(stores.leases)) {
    await stores.leases.complete(holderOf(lease), noResult);
  }
}

/** Whatever the worker reported, or did not: a task that was cancelled while it was held is cancelled, and no other attempt followed. */
async function expectCancelledAsAsked({ stores, cancelledWhileHeld }: Run): Promise<void> {
  expect(cancelledWhileHeld.size).toBeGreaterThan(0);
  const { rows } = await stores.database.pool.query(
    `SELECT t.id FROM tasks t JOIN attempts a ON a.task_id = t.id AND a.lease_epoch = t.lease_epoch
     WHERE t.status = 'cancelled' AND a.outcome = 'cancelled' AND a.status_after = 'cancelled'`,
  );
  expect(new Set(rows.map(({ id }) => id))).toEqual(cancelledWhileHeld);
}
