import { ObjectStorageUnavailableError } from '@errand/object-storage';
import { pollUntil } from '@errand/test-kit';
import { beforeAll, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { addAccount, testLogger } from '../testing/open-stores.ts';
import { recordLogs } from '../testing/record-logs.ts';
import { useStores } from '../testing/use-stores.ts';
import { createPendingUploads } from './pending-uploads.ts';

const stores = await useStores();
let accountId: string;
beforeAll(async () => {
  accountId = await addAccount(stores.database);
});

/** Begins an upload with one object in storage. */
async function beginUpload(): Promise<string> {
  const prefix = `tasks/${randomUUID()}/inputs/`;
  await stores.uploads.begin(prefix, accountId);
  await write(prefix);
  return prefix;
}

const write = (prefix: string) =>
  stores.storage.write(`${prefix}1`, Buffer.from('content'), { contentType: 'text/plain' });

const isStored = async (prefix: string) => (await stores.storage.find(`${prefix}1`)) !== undefined;
const settle = (prefix: string) =>
  stores.database.transaction((transaction) => stores.uploads.settle(transaction, prefix));
const refuse = async () => {
  throw new ObjectStorageUnavailableError('delete');
};
const isWaiting = async () => {
  const { rowCount } = await stores.database.pool.query(
    `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'UPDATE pending_uploads%'`,
  );
  return rowCount === 1;
};

test.each([
  ['keeps the objects when the commit in doubt succeeds', 'commit', true],
  ['deletes the objects when the commit in doubt fails', 'rollback', false],
])('%s', async (_what, ending, isKept) => {
  const prefix = await beginUpload();
  const connection = await stores.database.pool.connect();
  await connection.query('begin');
  await stores.uploads.settle(connection, prefix);
  const discarded = stores.uploads.discard(prefix);
  await pollUntil('the deletion waits', isWaiting);
  expect(await isStored(prefix)).toBe(true);
  await connection.query(ending);
  connection.release();
  await discarded;
  expect(await isStored(prefix)).toBe(isKept);
});

test('rejects settling an abandoned prefix', async () => {
  const prefix = await beginUpload();
  await stores.uploads.discard(prefix);
  await expect(settle(prefix)).rejects.toThrow(/was abandoned/);
});

test('clears an abandoned prefix once more, for a write that was still in flight', async () => {
  const prefix = await beginUpload();
  await stores.uploads.discard(prefix);
  await write(prefix);
  expect(await stores.uploads.discardAbandoned()).toBe(false);
  expect(await isStored(prefix)).toBe(true);
  const abandonedAt = new Date(Date.now() - 11 * 60_000);
  await stores.database.prisma.pendingUpload.update({ where: { prefix }, data: { abandonedAt } });
  await stores.uploads.discardAbandoned();
  expect(await isStored(prefix)).toBe(false);
  expect(await stores.database.prisma.pendingUpload.count({ where: { prefix } })).toBe(0);
});

/** Simulates that the request began two days ago; `ago` is an even earlier time. */
async function age(prefix: string, ago = 0): Promise<void> {
  const createdAt = new Date(Date.now() - 48 * 3_600_000 - ago);
  await stores.database.prisma.pendingUpload.update({ where: { prefix }, data: { createdAt } });
}

/** A store that cannot delete below these prefixes. */
function refusing(isRefused: (prefix: string) => boolean) {
  const { logger, entries } = recordLogs();
  const storage: typeof stores.storage = {
    ...stores.storage,
    deletePrefix: async (prefix, options) =>
      isRefused(prefix) ? refuse() : stores.storage.deletePrefix(prefix, options),
  };
  return { entries, uploads: createPendingUploads({ ...stores, storage, logger }) };
}

const stateOf = (prefix: string) =>
  stores.database.prisma.pendingUpload.findUnique({ where: { prefix } });
/** The last delay before an attempt, in minutes. */
const delayOf = async (prefix: string) => {
  const { retryAt } = (await stateOf(prefix)) ?? {};
  return Math.round((Number(retryAt) - Date.now()) / 60_000);
};
const letRetry = (prefix: string) =>
  stores.database.prisma.pendingUpload.update({
    where: { prefix },
    data: { retryAt: new Date(0) },
  });

test('leaves the objects for a later pass while the storage is down', async () => {
  const prefixes = await Promise.all(Array.from({ length: 25 }, beginUpload));
  const [prefix = ''] = prefixes;
  const { uploads, entries } = refusing(() => true);
  await uploads.discard(prefix);
  await expect(settle(prefix)).rejects.toThrow(/was abandoned/);
  await Promise.all(prefixes.map((each) => age(each)));
  // Nothing could be deleted, so the rest wait a minute.
  expect(await uploads.discardAbandoned()).toBe(false);
  const late = entries.filter(({ message }) => message === 'files could not be deleted');
  expect(late).toMatchObject([{ error: { code: 'object-storage-unavailable' } }]);
  await Promise.all(prefixes.map(letRetry));
  expect(await stores.uploads.discardAbandoned()).toBe(true);
  expect(await stores.uploads.discardAbandoned()).toBe(false);
  expect(await Promise.all(prefixes.map(isStored))).toEqual(prefixes.map(() => false));
});

test('deletes others while a prefix cannot be deleted, and retries it ever less often', async () => {
  const stuck = await beginUpload();
  await age(stuck, 60_000);
  const others = await Promise.all(Array.from({ length: 25 }, beginUpload));
  await Promise.all(others.map((prefix) => age(prefix)));
  const { uploads, entries } = refusing((prefix) => prefix === stuck);
  expect(await uploads.discardAbandoned()).toBe(true);
  expect(await uploads.discardAbandoned()).toBe(false);
  expect(await Promise.all([stuck, ...others].map(isStored))).toEqual([
    true,
    ...others.map(() => false),
  ]);
  expect(entries).toMatchObject([
    {
      level: 'warn',
      message: 'files could not be deleted',
      prefixes: [stuck],
      retryAt: (await stateOf(stuck))?.retryAt,
      error: expect.objectContaining({ message: expect.stringMatching(/delete/) }),
    },
  ]);
  const delays: number[] = [await delayOf(stuck)];
  for (const _ of Array.from({ length: 9 })) {
    await uploads.discardAbandoned();
    await letRetry(stuck);
    await uploads.discardAbandoned();
    delays.push(await delayOf(stuck));
  }
  expect(delays).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 360, 360]);
  expect(await stateOf(stuck)).toMatchObject({ failures: 10 });
  await letRetry(stuck);
  await stores.uploads.discardAbandoned();
  expect([await isStored(stuck), await stateOf(stuck)]).toEqual([false, null]);
});

test('skips a prefix that another process is deleting, and takes over after a crash', async () => {
  const prefix = await beginUpload();
  await age(prefix);
  const deleting = Promise.withResolvers<void>();
  const dead = Promise.withResolvers<never>();
  const storage: typeof stores.storage = {
    ...stores.storage,
    deletePrefix: () => (deleting.resolve(), dead.promise),
  };
  const crashing = createPendingUploads({ ...stores, storage, logger: testLogger });
  const crashed = crashing.discardAbandoned();
  await deleting.promise;
  expect(await stores.uploads.discardAbandoned()).toBe(false);
  expect(await isStored(prefix)).toBe(true);
  await letRetry(prefix);
  await stores.uploads.discardAbandoned();
  expect(await isStored(prefix)).toBe(false);
  dead.reject(new ObjectStorageUnavailableError('delete'));
  expect(await crashed).toBe(false);
  expect(await stateOf(prefix)).toBeNull();
});
