import { beforeEach, expect, test } from '@jest/globals';
import { createHash, randomUUID } from 'node:crypto';
import { createArtifactStore } from '../artifacts/artifact-store.ts';
import { createDemoStore } from '../legacy/demo-store.ts';
import { createLeaseStore } from '../leases/lease-store.ts';
import type { LeaseHolder } from '../leases/lease.ts';
import { addAccount, claimNow, holderOf, noResult, orderOf } from '../testing/open-stores.ts';
import { useStores } from '../testing/use-stores.ts';
import { readStorageUse } from './reserve-storage.ts';

const ROW = 1024;
const MIB = 1024 ** 2;
const step = {
  sequence: 0,
  nodePath: 'nodes[0]',
  kind: 'sleep_action',
  outcome: 'failed',
  errorMessage: 'm'.repeat(9_000),
  startedAt: new Date(),
  durationMs: 1,
} as const;

const stores = await useStores();
let accountId: string;
beforeEach(async () => {
  accountId = await stores.reset();
});

const usedBytes = async (account = accountId): Promise<number> => {
  const uses = await readStorageUse(stores.database, undefined, [account]);
  return uses.get(account)?.usedBytes ?? Number.NaN;
};

const limitTo = (bytes: number) =>
  stores.database.prisma.account.update({
    where: { id: accountId },
    data: { storageLimitBytes: bytes },
  });
const fileOf = (size: number) =>
  ({ filename: 'a.bin', kind: 'download', contentType: 'text/plain', size }) as const;

async function lease(): Promise<LeaseHolder> {
  await stores.tasks.submit(accountId, orderOf());
  return holderOf(await claimNow(stores.leases));
}

/** Returns how many succeeded; expects the others to fail with the code. */
async function countTaken(code: string, tries: readonly Promise<unknown>[]): Promise<number> {
  const results = await Promise.allSettled(tries);
  const refused = results.filter(({ status }) => status === 'rejected');
  expect(refused).toEqual(
    refused.map(() => expect.objectContaining({ reason: expect.objectContaining({ code }) })),
  );
  return results.length - refused.length;
}

test('admits no files beyond the limit of the account, even under concurrency', async () => {
  const holders = [await lease(), await lease()];
  await limitTo((await usedBytes()) + 5 * (MIB + ROW));
  const tries = Array.from({ length: 20 }, (_, n) =>
    stores.artifacts.announce(holders[n % 2] ?? holderOf(undefined), [fileOf(MIB)]),
  );
  expect(await countTaken('storage-full', tries)).toBe(5);
  expect(await usedBytes()).toBe((await limitOf()) ?? 0);
});

const limitOf = async () =>
  (await readStorageUse(stores.database, undefined, [accountId])).get(accountId)?.limitBytes;

test.each([
  ['far from it, in comparatively small steps', 3_000],
  ['near it, in comparatively large steps', 4],
])('admits no files beyond the limit of the installation: %s', async (_how, parts) => {
  const others = await addAccount(stores.database);
  const first = await lease();
  await stores.tasks.submit(others, orderOf());
  const second = holderOf(await claimNow(stores.leases));
  const before = (await usedBytes()) + (await usedBytes(others));
  const installationBytes = before + 4 * (MIB + ROW) + (parts === 4 ? 0 : 3_000 * MIB);
  const artifacts = createArtifactStore({ ...stores, storageLimits: { installationBytes } });
  const big = 3_000 * MIB - 20 * ROW;
  if (parts !== 4) await artifacts.announce(first, [fileOf(big)]);
  const tries = Array.from({ length: 20 }, (_, n) =>
    artifacts.announce(n % 2 ? first : second, [fileOf(MIB)]),
  );
  expect(await countTaken('storage-full', tries)).toBe(4);
  expect((await usedBytes()) + (await usedBytes(others))).toBeLessThanOrEqual(installationBytes);
});

test('limits the files and bytes of an attempt, even under concurrency', async () => {
  const storageLimits = { attemptFiles: 7, attemptBytes: 10 * MIB };
  const artifacts = createArtifactStore({ ...stores, storageLimits });
  const announce = (holder: LeaseHolder, size: number) =>
    Array.from({ length: 20 }, () => artifacts.announce(holder, [fileOf(size)]));
  expect(await countTaken('attempt-storage-full', announce(await lease(), 1))).toBe(7);
  expect(await countTaken('attempt-storage-full', announce(await lease(), 3 * MIB))).toBe(3);
});

test('forgets files that were announced but not stored by the end of the attempt', async () => {
  const holder = await lease();
  const [kept, lost] = await stores.artifacts.announce(holder, [fileOf(MIB), fileOf(3 * MIB)]);
  await stores.database.prisma.artifact.update({
    where: { id: kept?.artifactId ?? '' },
    data: { confirmedAt: new Date() },
  });
  const before = await usedBytes();
  await stores.leases.complete(holder, noResult);
  const { rows } = await stores.database.pool.query('SELECT id FROM artifacts');
  expect(rows).toEqual([{ id: kept?.artifactId }]);
  // Any uploaded part of the file is deleted later.
  const pending = await stores.database.prisma.pendingUpload.findMany({
    orderBy: { prefix: 'asc' },
  });
  const key = `tasks/${holder.taskId}/${lost?.artifactId}`;
  const places = [key, `uploads/${key}`];
  expect(pending.map(({ prefix }) => prefix)).toEqual(places);
  expect(before - (await usedBytes())).toBeGreaterThan(2 * MIB);
  for (const place of places) {
    await stores.storage.write(place, Buffer.from('part'), { contentType: 'text/plain' });
  }
  const abandonedAt = new Date(Date.now() - 11 * 60_000);
  await stores.database.prisma.pendingUpload.updateMany({ data: { abandonedAt } });
  await stores.uploads.discardAbandoned();
  expect(await stores.database.prisma.pendingUpload.count()).toBe(0);
  for (const place of places) expect(await stores.storage.find(place)).toBeUndefined();
});

test('limits the bytes that an attempt may report about its steps', async () => {
  const holder = await lease();
  const storageLimits = { attemptBytes: 100_000 };
  const leases = createLeaseStore({
    ...stores,
    storageLimits,
    leaseSeconds: 9,
    localLeaseSeconds: 60,
  });
  const reports = Array.from({ length: 20 }, (_, sequence) =>
    leases.recordSteps(holder, [{ ...step, sequence }]),
  );
  expect(await countTaken('attempt-storage-full', reports)).toBe(10);
  expect(await stores.database.prisma.step.count()).toBe(10);
});

test('refuses tasks of a full account, and accepts steps of running ones up to 10% above the limit', async () => {
  const holder = await lease();
  await limitTo(await usedBytes());
  const submission = stores.tasks.submit(accountId, orderOf());
  await expect(submission).rejects.toMatchObject({ code: 'storage-full', status: 507 });
  await limitTo((await usedBytes()) - 1);
  expect(await stores.leases.recordSteps(holder, [{ ...step, errorMessage: 'm' }])).toBe(1);
  await limitTo(Math.floor(((await usedBytes()) / 12) * 10));
  const report = stores.leases.recordSteps(holder, [{ ...step, sequence: 1 }]);
  await expect(report).rejects.toMatchObject({ code: 'storage-full' });
});

test('counts input files once, before they are stored, and admits none beyond the limit', async () => {
  const before = await usedBytes();
  await stores.tasks.submit(accountId, orderOf());
  const perTask = (await usedBytes()) - before;
  const content = Buffer.alloc(100_000);
  const sha256 = createHash('sha256').update(content).digest('hex');
  const inputFiles = [{ name: 'a.bin', size: content.length, sha256, content }];
  await limitTo(before + 20 * perTask + 3.5 * content.length);
  const tries = Array.from({ length: 12 }, () =>
    stores.tasks.submit(accountId, orderOf(undefined, { input_files: inputFiles })),
  );
  expect(await countTaken('storage-full', tries)).toBe(3);
  expect(await usedBytes()).toBe(before + 4 * perTask + 3 * content.length);
});

test('counts files of a goal as they arrive, and frees those of an aborted request', async () => {
  const demos = createDemoStore(stores);
  const before = await usedBytes();
  const goalId = randomUUID();
  await demos.begin(goalId, accountId);
  await demos.reserve(goalId, 5_000);
  await demos.reserve(goalId, 2_000);
  expect(await usedBytes()).toBe(before + 7_000);
  await limitTo(before + 7_500);
  const third = demos.reserve(goalId, 600);
  await expect(third).rejects.toThrow(/stores \d+ of the \d+ bytes that are allowed, and 600 more/);
  await demos.discard(goalId);
  expect(await usedBytes()).toBe(before);
});

test('frees everything that a task stored when the task is deleted', async () => {
  const before = await usedBytes();
  const content = Buffer.from('content');
  const inputFiles = [{ name: 'a', size: 7, sha256: 'b'.repeat(64), content }];
  await stores.tasks.submit(accountId, orderOf(undefined, { input_files: inputFiles }));
  const holder = holderOf(await claimNow(stores.leases));
  await stores.leases.recordSteps(holder, [step]);
  await stores.artifacts.announce(holder, [fileOf(MIB), fileOf(1)]);
  await stores.database.prisma.artifact.updateMany({ data: { confirmedAt: new Date() } });
  await stores.leases.complete(holder, { ...noResult, outputData: [{ text: 'x'.repeat(5_000) }] });
  expect((await usedBytes()) - before).toBeGreaterThan(MIB + 9_000 + 5_000);
  await stores.database.prisma.task.delete({ where: { id: holder.taskId } });
  expect(await usedBytes()).toBe(before);
});
