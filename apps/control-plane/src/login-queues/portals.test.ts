import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import type { Lease } from '../leases/lease.ts';
import { findQueueFaults, noFaults } from '../testing/check-queue.ts';
import { claimNow, holderOf, noResult, orderOf } from '../testing/open-stores.ts';
import { useStores } from '../testing/use-stores.ts';
import { watchStarts } from '../testing/watch-starts.ts';

const stores = await useStores();
let accountId: string;
let findBadStarts: () => Promise<readonly unknown[]>;
beforeAll(async () => {
  findBadStarts = await watchStarts(stores.database);
});
beforeEach(async () => {
  accountId = await stores.reset();
});

test('starts as many tasks of a portal as its limit allows, and the next when one ends', async () => {
  for (const login of ['ann', 'bob', undefined]) await submit(login, 2);
  const first = await claimNow(stores.leases);
  expect(await claimNow(stores.leases)).toBeDefined();
  expect(await claimNow(stores.leases)).toBeUndefined();
  expect(await countParked()).toBe(1);
  await stores.leases.complete(holderOf(first), noResult);
  expect(await countParked()).toBe(0);
  expect(await claimNow(stores.leases)).toBeDefined();
  expect(await findQueueFaults(stores.database)).toEqual(noFaults);
});

test('does not hold up other portals', async () => {
  await submit(undefined, 1);
  await submit(undefined, 1);
  const { taskId } = await stores.tasks.submit(
    accountId,
    orderOf(undefined, { endpoint_name: 'invoice' }),
  );
  await claimNow(stores.leases);
  expect(await claimNow(stores.leases)).toMatchObject({ taskId });
});

test.each([
  ['has no limit at first', [undefined], null],
  ['takes an explicit 1 if there is no limit yet', [undefined, 1], 1],
  ['takes the newest value above 1', [5, 3], 3],
  ['keeps its limit if the value is omitted', [5, undefined], 5],
  ['keeps a limit above 1 despite an explicit 1 while a task waits', [5, 1], 5],
])('%s', async (_rule, values, expected) => {
  for (const value of values) await submit(undefined, value);
  expect(await stores.database.prisma.portal.findFirst()).toMatchObject({
    maxParallelism: expected,
  });
});

test('accepts a lower limit of 1 once no task of the portal waits or runs', async () => {
  const { taskId } = await submit(undefined, 5);
  await stores.tasks.cancel(accountId, taskId);
  await submit(undefined, 1);
  expect(await stores.database.prisma.portal.findFirst()).toMatchObject({ maxParallelism: 1 });
});

test('starts parked tasks when the limit rises and drops cancelled ones', async () => {
  const tasks = [];
  for (let n = 0; n < 4; n += 1) tasks.push(await submit(n % 2 ? undefined : `login-${n}`, 1));
  await claimNow(stores.leases);
  expect(await claimNow(stores.leases)).toBeUndefined();
  expect(await countParked()).toBe(3);
  for (const { taskId } of tasks.slice(1, 3)) await stores.tasks.cancel(accountId, taskId);
  expect(await countParked()).toBe(1);
  await submit(undefined, 3);
  expect(await claimNow(stores.leases)).toMatchObject({ taskId: tasks[3]?.taskId });
  expect(await claimNow(stores.leases)).toBeDefined();
  expect(await findQueueFaults(stores.database)).toEqual(noFaults);
});

test('starts another task when the next in line is cancelled', async () => {
  const first = await submit(undefined, 1);
  const second = await submit('ann', 1);
  const third = await submit('bob', 1);
  const lease = await claimNow(stores.leases);
  expect(lease).toMatchObject({ taskId: first.taskId });
  expect(await claimNow(stores.leases)).toBeUndefined();
  await stores.leases.complete(holderOf(lease), noResult);
  await stores.tasks.cancel(accountId, second.taskId);
  expect(await claimNow(stores.leases)).toMatchObject({ taskId: third.taskId });
  expect(await findQueueFaults(stores.database)).toEqual(noFaults);
});

test('never exceeds the limit with 16 claimers while limits change', async () => {
  const count = 120;
  const claimed: string[] = [];
  const claimer = async (index: number): Promise<void> => {
    while (claimed.length < count) {
      const lease = await claimNow(stores.leases, `worker-${index}`);
      if (lease) await finish(lease, `worker-${index}`);
      else await delay(5);
    }
  };
  const finish = async (lease: Lease, workerId: string): Promise<void> => {
    claimed.push(lease.taskId);
    for (const id of lease.closeSessions) await stores.sessions.end(workerId, id);
    const session = lease.session && claimed.length % 3 > 0 ? 'kept' : 'closed';
    await stores.leases.complete(holderOf(lease, workerId), { ...noResult, session });
  };
  const closer = async (): Promise<void> => {
    while (claimed.length < count) {
      const where = { state: 'closing' as const };
      for (const { id, workerId } of await stores.database.prisma.warmSession.findMany({ where })) {
        await stores.sessions.end(workerId, id);
      }
      await delay(10);
    }
  };
  const submitter = async (part: number): Promise<void> => {
    for (let n = part; n < count; n += 4) {
      const limit = [undefined, 2, 3, 4][n % 4];
      const isDedicated = n % 5 === 0;
      await submit(n % 3 === 0 && !isDedicated ? undefined : `login-${n % 7}`, limit, isDedicated);
    }
  };
  const claimers = Array.from({ length: 16 }, (_, index) => claimer(index));
  await Promise.all([...claimers, closer(), ...[0, 1, 2, 3].map(submitter)]);
  expect(new Set(claimed).size).toBe(count);
  expect(await findBadStarts()).toEqual([]);
  expect(await findQueueFaults(stores.database)).toEqual({
    ...noFaults,
    portal_over_limit: expect.any(Number),
  });
});

test('never exceeds the first limit of a portal while 12 claimers take its tasks', async () => {
  for (let round = 0; round < 12; round += 1) {
    for (let n = 0; n < 8; n += 1) await submit(undefined, undefined);
    const limit = 1 + (round % 3);
    const claims = Array.from({ length: 12 }, (_, index) =>
      claimNow(stores.leases, `worker-${index}`).then((lease) => ({ lease, index })),
    );
    const [held] = await Promise.all([Promise.all(claims), submit(undefined, limit)]);
    const more = await claimNow(stores.leases);
    const running = held.filter(({ lease }) => lease).length;
    expect({ round, more: running >= limit && more !== undefined }).toEqual({ round, more: false });
    // Tasks that ran before the limit was set may exceed it; after that, none starts.
    expect(await findBadStarts()).toEqual([]);
    accountId = await stores.reset();
    await stores.database.pool.query('DELETE FROM starts');
  }
});

function submit(
  login: string | undefined,
  maxParallelism: number | undefined,
  isDedicated = false,
) {
  return stores.tasks.submit(
    accountId,
    orderOf(login, { max_parallelism: maxParallelism, is_dedicated: isDedicated }),
  );
}

function countParked(): Promise<number> {
  return stores.database.prisma.parkedPermit.count();
}
