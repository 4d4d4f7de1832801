import { beforeEach, expect, test } from '@jest/globals';
import { createAccountLimitStore } from '../accounts/account-limits.ts';
import type { Lease } from '../leases/lease.ts';
import { findQueueFaults, noFaults } from '../testing/check-queue.ts';
import { addKey, addWorker, limitOf } from '../testing/fleet.ts';
import { addAccount, claimNow, holderOf, noResult, orderOf } from '../testing/open-stores.ts';
import { useStores } from '../testing/use-stores.ts';
import { settleAccounts } from './settle-accounts.ts';
import { createWaitStore } from './wait-store.ts';

const stores = await useStores();
let greedy: string;
let other: string;
beforeEach(async () => {
  greedy = await stores.reset();
  other = await addAccount(stores.database);
  await addWorker(stores.database, { slots: 3 });
});

const run = (sql: string, values: unknown[] = []) => stores.database.pool.query(sql, values);

const limits = () => createAccountLimitStore(stores.database);
const settle = () => settleAccounts(stores);
const complete = (lease: Lease | undefined) => stores.leases.complete(holderOf(lease), noResult);

test('reserves one slot for another account, however many tasks wait before it', async () => {
  await addKey(stores.database, other);
  await submit(greedy, 50);
  expect(await claimAll()).toHaveLength(2);
  const [taskId] = await submit(other, 1);
  expect(await claimNow(stores.leases)).toMatchObject({ taskId });
  expect(await findQueueFaults(stores.database)).toEqual(noFaults);
});

test('gives all slots to the only account', async () => {
  await addKey(stores.database, greedy);
  await submit(greedy, 5);
  // The account gets all slots: the worker itself limits how many tasks it runs.
  expect(await claimAll()).toHaveLength(5);
});

test('starts the next task of the account when one ends, is lost or is cancelled', async () => {
  await limits().set(greedy, { maxRunning: 2 });
  const tasks = await submit(greedy, 6);
  const [first, second] = await claimAll();
  await complete(first);
  const [third] = await claimAll(1);
  expect(third?.taskId).toBe(tasks[2]);

  await run(`UPDATE tasks SET lease_expires_at = now() - interval '1 s' WHERE id = $1`, [tasks[1]]);
  await stores.leases.takeBackLost();
  // The lost task returns to its old place.
  const [again] = await claimAll(1);
  expect(again).toMatchObject({ taskId: second?.taskId, leaseEpoch: 2 });

  await stores.tasks.cancel(greedy, String(third?.taskId));
  await stores.leases.release(holderOf(third));
  expect((await claimAll(1))[0]?.taskId).toBe(tasks[3]);
  expect(await findQueueFaults(stores.database)).toEqual(noFaults);
});

test('deletes the permits of tasks cancelled while they wait for the account', async () => {
  await limits().set(greedy, { maxRunning: 1 });
  await submit(greedy, 3);
  await submit(greedy, 2, 'ann');
  const [held] = await claimAll();
  expect(await countHeldBack()).toBe(3);
  for (const { id } of await waiting()) await stores.tasks.cancel(greedy, id);
  expect(await countHeldBack()).toBe(0);
  await complete(held);
  expect(await claimAll()).toEqual([]);
  expect(await findQueueFaults(stores.database)).toEqual(noFaults);
});

test('does not end tasks when the limit drops, and starts none until usage is within it again', async () => {
  await submit(greedy, 6);
  const held = (await claimAll()).slice(0, 6);
  await submit(greedy, 2);
  await limits().set(greedy, { maxRunning: 3 });
  expect(
    await stores.leases.renew(
      'worker-1',
      held.map((lease) => holderOf(lease)),
    ),
  ).toEqual(held.map(() => expect.objectContaining({ state: 'held' })));
  for (const lease of held.slice(0, 3)) {
    expect(await claimNow(stores.leases)).toBeUndefined();
    await complete(lease);
  }
  expect(await claimNow(stores.leases)).toBeUndefined();
  await complete(held[3]);
  expect(await claimAll()).toHaveLength(1);
  expect(await findQueueFaults(stores.database)).toEqual(noFaults);
});

test('starts waiting tasks when the limit of their account rises or is removed', async () => {
  await addKey(stores.database, other);
  await submit(greedy, 9);
  expect(await claimAll()).toHaveLength(2);
  expect(await settle()).toBe(0);
  await addWorker(stores.database, { slots: 2 });
  expect(await settle()).toBe(2);
  expect(await claimAll()).toHaveLength(2);
  await limits().set(greedy, { maxRunning: 5 });
  expect(await settle()).toBe(1);
  expect(await claimAll()).toHaveLength(1);
  await run('UPDATE api_keys SET revoked_at = now()');
  await limits().set(greedy, { maxRunning: null });
  expect(await settle()).toBe(4);
  expect(await claimAll()).toHaveLength(4);
  expect(await findQueueFaults(stores.database)).toEqual(noFaults);
});

test('starts nothing for an account that has used up its minutes per 24 hours', async () => {
  await limits().setDefaults({ maxMinutesPerDay: 60 });
  const [first] = await submit(greedy, 3);
  await complete(await claimNow(stores.leases));
  const began = (ago: string) =>
    run(
      `UPDATE attempts SET allocated_at = now() - $2::interval, ended_at = now() - $2::interval + interval '1 h'
      WHERE task_id = $1`,
      [first, ago],
    );
  await began('2 h');
  expect(await claimNow(stores.leases)).toBeUndefined();
  expect(await limitOf(stores.database, other)).toBe(null);
  const [{ id }] = (await waiting()) as [{ id: string }];
  expect(await createWaitStore(stores).explain(greedy, id)).toMatchObject({
    reason: 'account_limit',
    message: 'The account has used up its minutes of the last 24 hours.',
    estimatedSeconds: null,
  });
  await began('1 day 1 s');
  expect(await settle()).toBe(2);
  const [running] = await claimAll(1);
  // A running task counts up to now.
  await run(`UPDATE attempts SET allocated_at = now() - interval '61 min' WHERE task_id = $1`, [
    running?.taskId,
  ]);
  expect(await claimNow(stores.leases)).toBeUndefined();
  await limits().setDefaults({ maxMinutesPerDay: null });
});

test('reports that a task waits for its account and which tasks hold it up', async () => {
  await limits().set(greedy, { maxRunning: 1 });
  const [first, second] = await submit(greedy, 2);
  const [login] = await submit(greedy, 1, 'ann');
  await claimNow(stores.leases);
  const explain = (id: string | undefined) => createWaitStore(stores).explain(greedy, String(id));
  const expected = {
    reason: 'account_limit',
    message: 'The account is running 1 task, which is its limit.',
    heldBy: [first],
  };
  // The explanation is the same before and after a claimer has parked the permits.
  for (const id of [second, login]) expect(await explain(id)).toMatchObject(expected);
  expect(await claimAll()).toEqual([]);
  expect(await countHeldBack()).toBe(2);
  for (const id of [second, login]) expect(await explain(id)).toMatchObject(expected);
  expect((await explain(login)).position).toBe(1);
});

test('alternates between accounts until one reaches its limit, and keeps the order within each', async () => {
  await limits().set(greedy, { maxRunning: 2 });
  const mine = await submit(greedy, 3);
  const later = await stores.tasks.submit(greedy, orderOf('ann', { priority: 5 }));
  const sooner = await stores.tasks.submit(greedy, orderOf('ann', { priority: 1 }));
  const theirs = await submit(other, 4);
  const held = await claimAll();
  expect(held.map(({ taskId }) => taskId)).toEqual([
    mine[0],
    theirs[0],
    mine[1],
    theirs[1],
    theirs[2],
    theirs[3],
  ]);
  const next: (string | undefined)[] = [];
  let running = held[0];
  for (let n = 0; n < 3; n += 1) {
    await complete(running);
    [running] = await claimAll();
    next.push(running?.taskId);
  }
  expect(next).toEqual([mine[2], sooner.taskId, later.taskId]);
});

test('parks a dedicated task at the account limit, then runs it in its session', async () => {
  const dedicated = (login: string) =>
    stores.tasks.submit(greedy, orderOf(login, { is_dedicated: true, max_parallelism: 2 }));
  await dedicated('ann');
  const first = await claimNow(stores.leases);
  await stores.leases.complete(holderOf(first), { ...noResult, session: 'kept' });
  await limits().set(greedy, { maxRunning: 1 });
  await submit(greedy, 1);
  const held = await claimNow(stores.leases);
  const { taskId } = await dedicated('ann');
  expect(await claimNow(stores.leases)).toBeUndefined();
  expect(await countHeldBack()).toBe(1);
  await complete(held);
  // Whichever worker claims the permit, the permit goes to the session, whose worker gets the task.
  expect(await claimNow(stores.leases, 'worker-2')).toBeUndefined();
  expect(await claimNow(stores.leases)).toMatchObject({
    taskId,
    session: { sessionId: first?.session?.sessionId, isNew: false },
  });
  expect(await findQueueFaults(stores.database)).toEqual(noFaults);
});

async function submit(accountId: string, amount: number, login?: string): Promise<string[]> {
  const ids = [];
  for (let n = 0; n < amount; n += 1) {
    ids.push((await stores.tasks.submit(accountId, orderOf(login))).taskId);
  }
  return ids;
}

/** Claims every task that can start now, up to the given number. */
async function claimAll(most = Infinity): Promise<Lease[]> {
  const leases: Lease[] = [];
  while (leases.length < most) {
    const lease = await claimNow(stores.leases);
    if (!lease) break;
    leases.push(lease);
  }
  return leases;
}

function countHeldBack(): Promise<number> {
  return stores.database.prisma.parkedPermit.count({ where: { accountId: greedy } });
}

function waiting(): Promise<{ id: string }[]> {
  return stores.database.prisma.task.findMany({
    where: { status: 'queued' },
    select: { id: true },
  });
}
