import { beforeEach, expect, test } from '@jest/globals';
import { changeLimit } from '../testing/change-limit.ts';
import { findQueueFaults, noFaults } from '../testing/check-queue.ts';
import { claimNow, orderOf } from '../testing/open-stores.ts';
import { useStores } from '../testing/use-stores.ts';
import { takePermit } from './permits.ts';

const stores = await useStores();
let accountId: string;
beforeEach(async () => {
  accountId = await stores.reset();
});

test('claims nothing with a taken permit after the limit is lowered', async () => {
  await submitTo('ann', 2);
  await submitTo('ann', 2);
  expect(await claimNow(stores.leases)).toBeDefined();
  const taken = await takeWhile(async () => {
    const { id } = await stores.database.prisma.loginQueue.findFirstOrThrow();
    await changeLimit(stores, id, 1);
  });
  expect(taken).toEqual([]);
  expect(await findQueueFaults(stores.database)).toEqual(noFaults);
  expect(await claimNow(stores.leases)).toBeUndefined();
});

test('claims nothing with a taken permit when its task is cancelled', async () => {
  const { taskId } = await stores.tasks.submit(accountId, orderOf());
  const taken = await takeWhile(() => stores.tasks.cancel(accountId, taskId));
  expect(taken).toEqual([]);
  expect(await findQueueFaults(stores.database)).toEqual(noFaults);
});

test('uses a taken permit for the next task of the login if the first one is cancelled', async () => {
  const { taskId } = await submitTo('ann', 1);
  const next = await submitTo('ann', 1);
  const taken = await takeWhile(() => stores.tasks.cancel(accountId, taskId));
  expect(taken).toEqual([next.taskId]);
  expect(await findQueueFaults(stores.database)).toEqual(noFaults);
});

test('keeps running tasks under a lowered limit and starts more under a raised one', async () => {
  await submitTo('ann', 2);
  await submitTo('ann', 2);
  await submitTo('ann', 2);
  const { id } = await stores.database.prisma.loginQueue.findFirstOrThrow();
  expect(await claimNow(stores.leases)).toBeDefined();
  await changeLimit(stores, id, 1);
  expect(await claimNow(stores.leases)).toBeUndefined();
  await changeLimit(stores, id, 5);
  expect(await claimNow(stores.leases)).toBeDefined();
  expect(await claimNow(stores.leases)).toBeDefined();
  expect(await findQueueFaults(stores.database)).toEqual(noFaults);
});

function submitTo(
  login: string,
  perLoginParallelism: number,
): Promise<{ readonly taskId: string }> {
  return stores.tasks.submit(
    accountId,
    orderOf(login, { per_login_parallelism: perLoginParallelism }),
  );
}

/**
 * Takes a permit, runs `meanwhile` outside the transaction, and returns the ids of the tasks that
 * the permit still takes.
 */
function takeWhile(meanwhile: () => Promise<unknown>): Promise<readonly string[]> {
  return stores.database.transaction(async (transaction) => {
    const permit = await takePermit(stores.queue, transaction);
    await meanwhile();
    const { rows } = await transaction.query<{ id: string | null }>(
      `SELECT (task).id FROM take_task($1, $2, $3, $4, NULL, 'worker-2', 9)`,
      [permit?.id, permit?.loginQueueId, permit?.taskId, permit?.tag],
    );
    return rows.flatMap(({ id }) => id ?? []);
  });
}
