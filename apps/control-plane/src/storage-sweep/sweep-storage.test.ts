import { pollUntil } from '@errand/test-kit';
import { beforeEach, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { createDemoStore } from '../legacy/demo-store.ts';
import { claimNow, holderOf, noResult, orderOf } from '../testing/open-stores.ts';
import { recordLogs } from '../testing/record-logs.ts';
import { useStores } from '../testing/use-stores.ts';
import { sweepIfDue } from './start-sweeping.ts';
import { sweepStorage } from './sweep-storage.ts';
import { emptyTables } from '../testing/empty-tables.ts';

const stores = await useStores();
const { database, storage } = stores;
let accountId: string;
beforeEach(async () => {
  accountId = await stores.reset();
  await emptyTables(database, 'pending_uploads', 'storage_sweeps');
  for (const prefix of ['tasks/', 'uploads/', 'demos/']) await storage.deletePrefix(prefix);
});

const now = { olderThanHours: 0 };
const content = Buffer.from('content');
/** Nothing of this very millisecond is older than a sweep that begins in it. */
const untilOlder = () => {
  const writtenAt = Date.now();
  return pollUntil('rows and objects are older', () => Date.now() > writtenAt);
};
const write = (key: string) => storage.write(key, content, { contentType: 'text/plain' });

/** A task whose worker has stored one file and is uploading another. */
async function startTask() {
  const inputFiles = [{ name: 'in.txt', size: 7, sha256: 'b'.repeat(64), content }];
  await stores.tasks.submit(accountId, orderOf(undefined, { input_files: inputFiles }));
  const holder = holderOf(await claimNow(stores.leases));
  const file = { kind: 'download', contentType: 'text/plain', size: 7 } as const;
  const [stored, underWay] = await stores.artifacts.announce(holder, [
    { ...file, filename: 'a' },
    { ...file, filename: 'b' },
  ]);
  const keyOf = (id: string | undefined) => `tasks/${holder.taskId}/${id}`;
  const upload = `uploads/${keyOf(underWay?.artifactId)}`;
  for (const id of [stored, underWay]) await write(`uploads/${keyOf(id?.artifactId)}`);
  await stores.artifacts.confirm(holder, [String(stored?.artifactId)]);
  return { holder, key: keyOf(stored?.artifactId), upload };
}

async function saveDemo(): Promise<string> {
  const demos = createDemoStore(stores);
  const goalId = randomUUID();
  const objectKey = demos.objectKeyOf(goalId, 1);
  await demos.begin(goalId, accountId);
  await write(objectKey);
  const file = { objectKey, filename: 'a', contentType: 'text/plain', size: 7, sourceUrl: null };
  await demos.save(accountId, { goalId, url: 'https://a.example', files: [file] });
  return objectKey;
}

test('finds nothing while every object has its row', async () => {
  await startTask();
  await saveDemo();
  await stores.uploads.begin(`demos/${randomUUID()}/`, accountId);
  expect(await sweepStorage(stores, now)).toEqual({
    objects: 4,
    bytes: 28,
    orphans: { count: 0, bytes: 0, keys: [] },
    missing: { count: 0, keys: [] },
    deleted: 0,
  });
});

test('deletes objects that no row refers to, once they are a day old', async () => {
  const { holder, key, upload } = await startTask();
  const demo = await saveDemo();
  const pending = `demos/${randomUUID()}/`;
  await stores.uploads.begin(pending, accountId);
  await write(`${pending}1`);
  const lost = [`tasks/${randomUUID()}/${randomUUID()}`, 'demos/x', `tasks/${holder.taskId}/x`];
  for (const orphan of lost) await write(orphan);
  // Nothing uses the upload of a task that has ended.
  await stores.leases.complete(holder, noResult);
  const orphans = { count: 4, bytes: 28, keys: [...lost, upload].toSorted() };

  expect((await sweepStorage(stores, {})).orphans.count).toBe(0);
  expect(await sweepStorage(stores, now)).toMatchObject({ orphans, deleted: 0 });
  expect(await sweepStorage(stores, { ...now, isDeleting: true })).toMatchObject({
    orphans,
    missing: { count: 0 },
    deleted: 4,
  });
  for (const orphan of orphans.keys) expect(await storage.find(orphan)).toBeUndefined();
  for (const used of [key, demo, `${pending}1`, `tasks/${holder.taskId}/inputs/1`]) {
    expect(await storage.find(used)).toBeDefined();
  }
});

test('reports rows whose object is missing, and deletes none of them', async () => {
  const { holder, key } = await startTask();
  const demo = await saveDemo();
  const keys = [demo, key, `tasks/${holder.taskId}/inputs/1`].toSorted();
  for (const lost of keys) await storage.delete(lost);
  await untilOlder();
  const report = await sweepStorage(stores, { ...now, isDeleting: true });
  expect(report).toMatchObject({ missing: { count: 3, keys }, orphans: { count: 0 } });
  expect(await database.prisma.artifact.count({ where: { objectKey: key } })).toBe(1);
});

test('refuses to delete most of the objects, because the database may be the wrong one', async () => {
  const keys = Array.from({ length: 101 }, () => `tasks/${randomUUID()}/a`);
  for (const key of keys) await write(key);
  await untilOlder();
  const deleting = { ...now, isDeleting: true };
  await expect(sweepStorage(stores, deleting)).rejects.toThrow(
    /^101 of the 101 objects belong to nothing in this database, .* with --force\.$/,
  );
  expect(await storage.find(keys[0] ?? '')).toBeDefined();
  expect((await sweepStorage(stores, { ...deleting, isForced: true })).deleted).toBe(101);
});

test('stops when its signal fires', async () => {
  await write('tasks/a/b');
  const signal = AbortSignal.abort(new Error('enough'));
  await expect(sweepStorage({ ...stores, signal }, now)).rejects.toThrow('enough');
  expect((await sweepStorage(stores, now)).objects).toBe(1);
});

const dueInDays = async () => {
  const { rows } = await database.pool.query(
    'SELECT round(extract(epoch FROM due_at - now()) / 86400)::int AS days FROM storage_sweeps',
  );
  return rows[0].days;
};
const makeDue = () => database.pool.query('UPDATE storage_sweeps SET due_at = now()');

test('sweeps once a week in one of several processes, and a day after a failure', async () => {
  const { logger, entries } = recordLogs();
  const { signal } = new AbortController();
  const sweep = () => sweepIfDue({ ...stores, sweepDays: 7, logger, signal });
  expect(await sweep()).toBe(false);
  expect(await dueInDays()).toBe(7);
  await makeDue();
  const swept = await Promise.all([sweep(), sweep(), sweep()]);
  expect(swept.filter(Boolean)).toHaveLength(1);
  expect(entries).toMatchObject([{ message: 'swept the storage', objects: 0, deleted: 0 }]);
  expect(await dueInDays()).toBe(7);

  await makeDue();
  const aborted = { signal: AbortSignal.abort(new Error('enough')) };
  await write('tasks/a/b');
  const failed = sweepIfDue({ ...stores, sweepDays: 7, logger, ...aborted });
  await expect(failed).rejects.toThrow('enough');
  expect(await dueInDays()).toBe(1);
});
