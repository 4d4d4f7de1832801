import { beforeEach, expect, test } from '@jest/globals';
import { findQueueFaults, noFaults } from '../testing/check-queue.ts';
import { expire, failure } from '../testing/end-leases.ts';
import { addAccount, claimNow, holderOf, noResult, orderOf } from '../testing/open-stores.ts';
import { useStores } from '../testing/use-stores.ts';
import type { LeaseHolder } from './lease.ts';

const stores = await useStores();
let accountId: string;
beforeEach(async () => {
  accountId = await stores.reset();
});

const endings: readonly (readonly [string, (holder: LeaseHolder) => Promise<unknown>])[] = [
  ['is complete', (holder) => stores.leases.complete(holder, noResult)],
  ['fails with no retry left', (holder) => stores.leases.fail(holder, failure('never'))],
  ['fails with a retry left', (holder) => stores.leases.fail(holder, failure('infrastructure'))],
  ['is released', (holder) => stores.leases.release(holder)],
];

test.each(endings)(
  'cancels a task with a requested cancellation when its attempt %s',
  async (_how, report) => {
    const account = await addAccount(stores.database, { callbackUrl: 'https://receiver.example/' });
    const { taskId } = await stores.tasks.submit(account, orderOf('ann'));
    const holder = holderOf(await claimNow(stores.leases));
    await stores.tasks.cancel(account, taskId);
    await stores.leases.start(holder);
    expect(await report(holder)).toBe('cancelled');
    for (const [, repeated] of endings) expect(await repeated(holder)).toBe('cancelled');
    await expectCancelled(account, taskId);
  },
);

test('cancels a task with a requested cancellation when its lease is lost', async () => {
  const account = await addAccount(stores.database, { callbackUrl: 'https://receiver.example/' });
  const { taskId } = await stores.tasks.submit(account, orderOf('ann'));
  const holder = holderOf(await claimNow(stores.leases));
  await stores.tasks.cancel(account, taskId);
  await expire(stores, holder);
  const { leaseSecret: _, ...ended } = holder;
  expect(await stores.leases.takeBackLost()).toEqual([{ ...ended, status: 'cancelled' }]);
  expect(await stores.leases.renew('worker-1', [holder])).toMatchObject([
    { state: 'lost', expiresAt: null, cancelRequested: false },
  ]);
  await expectCancelled(account, taskId);
  expect(await stores.leases.release(holder)).toBe('cancelled');
  await expect(stores.leases.start(holder)).rejects.toMatchObject({ code: 'lease-lost' });
});

test('cancels a waiting task without changing the status of its previous attempt', async () => {
  const { taskId } = await stores.tasks.submit(accountId, orderOf('ann'));
  const holder = holderOf(await claimNow(stores.leases));
  await stores.leases.release(holder);
  expect(await stores.tasks.cancel(accountId, taskId)).toMatchObject({ status: 'cancelled' });
  expect(await stores.leases.release(holder)).toBe('queued');
  expect(await stores.tasks.getDetail(accountId, taskId)).toMatchObject({
    attempts: [{ outcome: 'released' }],
  });
});

/** Expects a final task with one callback, no error, and its slot free again. */
async function expectCancelled(account: string, taskId: string): Promise<void> {
  expect(await stores.tasks.getDetail(account, taskId)).toMatchObject({
    status: 'cancelled',
    cancel_requested: true,
    retry_count: 0,
    error: null,
    error_class: null,
    error_node_path: null,
    error_page_url: null,
    attempts: [
      { outcome: 'cancelled', error: null, error_class: null, ended_at: expect.any(String) },
    ],
  });
  expect(await stores.database.prisma.callbackDelivery.count({ where: { taskId } })).toBe(1);
  expect(await claimNow(stores.leases)).toBeUndefined();
  expect(await findQueueFaults(stores.database)).toEqual(noFaults);
}
