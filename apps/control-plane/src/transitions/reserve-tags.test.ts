import { expect, test } from '@jest/globals';
import type { QueryConfig } from 'pg';
import { createTaskStore } from '../tasks/task-store.ts';
import { claimNow, orderOf } from '../testing/open-stores.ts';
import { useStores } from '../testing/use-stores.ts';
import { createTagReserve } from './reserve-tags.ts';

const stores = await useStores();

test('gives every caller a different tag, across processes and accounts', async () => {
  const accountId = await stores.reset();
  const [one, other] = [createTagReserve(stores.database), createTagReserve(stores.database)];
  const tags = await Promise.all(
    Array.from({ length: 100 }, (_, place) => (place % 2 === 0 ? one : other)(accountId)),
  );
  expect(new Set(tags).size).toBe(100);
  const sorted = tags.toSorted((a, b) => a - b);
  expect((sorted.at(-1) ?? 0) - (sorted[0] ?? 0)).toBe(99);
});

test('rejects every waiting caller on failure, then works again', async () => {
  const accountId = await stores.reset();
  let isAway = true;
  const { pool, prepared } = stores.database;
  const query = (statement: QueryConfig) =>
    isAway ? Promise.reject(new Error('away')) : pool.query(statement);
  const reserveTag = createTagReserve({ pool: { query: query as typeof pool.query }, prepared });
  const refused = await Promise.allSettled([reserveTag(accountId), reserveTag(accountId)]);
  expect(refused.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  isAway = false;
  expect(await reserveTag(accountId)).toEqual(expect.any(Number));
});

test('does not block a submission on an uncommitted one of the same account', async () => {
  const accountId = await stores.reset();
  const isSending = Promise.withResolvers<void>();
  const mayGoOn = Promise.withResolvers<void>();
  const slow = createTaskStore({
    ...stores,
    localLeaseSeconds: 600,
    queue: {
      ...stores.queue,
      async send(...sent) {
        isSending.resolve();
        await mayGoOn.promise;
        return stores.queue.send(...sent);
      },
    },
  });
  // The portal's row must exist already: concurrent submissions wait for the one that inserts it.
  await stores.tasks.submit(accountId, orderOf());
  await claimNow(stores.leases);
  const first = slow.submit(accountId, orderOf());
  await isSending.promise;
  const second = await stores.tasks.submit(accountId, orderOf());
  expect((await claimNow(stores.leases))?.taskId).toBe(second.taskId);
  mayGoOn.resolve();
  const { taskId } = await first;
  expect((await claimNow(stores.leases))?.taskId).toBe(taskId);
});
