import { ObjectStorageUnavailableError } from '@errand/object-storage';
import { pollUntil } from '@errand/test-kit';
import { beforeAll, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { addAccount, testLogger } from '../testing/open-stores.ts';
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
  await expect(settle(prefix)).rejects.toThrow(/gave up/);
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

test('leaves the objects for the next pass while the storage is away', async () => {
  const prefix = await beginUpload();
  const storage = { ...stores.storage, deletePrefix: refuse };
  const uploads = createPendingUploads({ ...stores, storage, logger: testLogger });
  await uploads.discard(prefix);
  await expect(settle(prefix)).rejects.toThrow(/gave up/);
  const createdAt = new Date(Date.now() - 25 * 3_600_000);
  await stores.database.prisma.pendingUpload.update({ where: { prefix }, data: { createdAt } });
  await expect(uploads.discardAbandoned()).rejects.toThrow(ObjectStorageUnavailableError);
  await stores.uploads.discardAbandoned();
  expect(await isStored(prefix)).toBe(false);
});
