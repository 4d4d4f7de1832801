import { beforeEach, expect, test } from '@jest/globals';
import { pollUntil } from '@errand/test-kit';
import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import type { LeaseHolder } from '../leases/lease.ts';
import { addAccount, claimNow, holderOf, orderOf } from '../testing/open-stores.ts';
import { useStores } from '../testing/use-stores.ts';
import type { NewArtifact } from './announce-artifacts.ts';
import { createArtifactStore } from './artifact-store.ts';

const NO_ARTIFACT = '00000000-0000-7000-8000-000000000000';
const invoice: NewArtifact = {
  filename: '../Rechnung ä.pdf',
  kind: 'download',
  contentType: 'application/pdf',
  size: 7,
  metadata: { number: 'INV-1' },
};

const stores = await useStores();
let accountId: string;
let holder: LeaseHolder;
beforeEach(async () => {
  accountId = await stores.reset();
  await stores.tasks.submit(accountId, orderOf());
  holder = holderOf(await claimNow(stores.leases));
});

test('lists a file once it is uploaded and confirmed', async () => {
  const [upload] = await stores.artifacts.announce(holder, [invoice]);
  const artifactId = upload?.artifactId ?? '';
  expect(upload).toMatchObject({
    filename: invoice.filename,
    uploadUrl: expect.stringMatching(`/files/.*${artifactId}`),
    headers: { 'content-type': 'application/pdf' },
  });
  expect(await stores.artifacts.listFiles(accountId, holder.taskId)).toEqual([]);

  await put(artifactId, 'content');
  const confirmed = { confirmed: [artifactId], rejected: [] };
  expect(await stores.artifacts.confirm(holder, [artifactId])).toEqual(confirmed);
  expect(await stores.artifacts.confirm(holder, [artifactId])).toEqual(confirmed);
  expect(await stores.artifacts.listFiles(accountId, holder.taskId)).toEqual([
    { ...invoice, artifactId, objectKey: keyOf(artifactId), createdAt: expect.any(Date) },
  ]);
});

test('keeps a confirmed file unchanged, whatever is later sent to its upload address', async () => {
  const [upload] = await stores.artifacts.announce(holder, [invoice]);
  const artifactId = upload?.artifactId ?? '';
  await put(artifactId, 'content');
  const confirm = () => stores.artifacts.confirm(holder, [artifactId]);
  const confirmed = { confirmed: [artifactId], rejected: [] };
  expect(await Promise.all([confirm(), confirm()])).toEqual([confirmed, confirmed]);

  await put(artifactId, 'forgery');
  expect(await confirm()).toEqual(confirmed);
  expect(await text(await stores.storage.read(keyOf(artifactId)))).toBe('content');
});

test('confirms a file that a concurrent confirmation moves between two checks', async () => {
  const [upload] = await stores.artifacts.announce(holder, [invoice]);
  const artifactId = upload?.artifactId ?? '';
  await put(artifactId, 'content');
  const confirmed = { confirmed: [artifactId], rejected: [] };
  const { storage } = stores;
  const overtaken = createArtifactStore({
    ...stores,
    storage: {
      ...storage,
      async find(key) {
        const found = await storage.find(key);
        if (!found) await stores.artifacts.confirm(holder, [artifactId]);
        return found;
      },
    },
  });

  expect(await overtaken.confirm(holder, [artifactId])).toEqual(confirmed);
});

test('reports why a file is rejected, and hides it', async () => {
  const uploads = await stores.artifacts.announce(holder, [invoice, invoice]);
  const [missing = '', short = ''] = uploads.map(({ artifactId }) => artifactId);
  await put(short, 'cut');
  expect(await stores.artifacts.confirm(holder, [missing, short, NO_ARTIFACT])).toEqual({
    confirmed: [],
    rejected: [
      { artifactId: missing, reason: 'missing' },
      { artifactId: short, reason: 'wrong-size' },
      { artifactId: NO_ARTIFACT, reason: 'unknown' },
    ],
  });
  expect(await stores.artifacts.listFiles(accountId, holder.taskId)).toEqual([]);
});

test('does not lock its task while it waits for the storage of its account', async () => {
  const { pool } = stores.database;
  await stores.database.prisma.account.update({
    where: { id: accountId },
    data: { storageLimitBytes: 1_000_000 },
  });
  const connection = await pool.connect();
  await connection.query('BEGIN');
  const lock = `SELECT pg_advisory_xact_lock(hashtextextended('storage of ' || $1, 0))`;
  await connection.query(lock, [accountId]);
  const announcing = stores.artifacts.announce(holder, [invoice]);
  await pollUntil('it waits', async () => {
    const { rows } = await pool.query(
      `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    );
    return rows.length > 0;
  });
  await pool.query('SELECT FROM tasks WHERE id = $1 FOR UPDATE NOWAIT', [holder.taskId]);
  await connection.query('ROLLBACK');
  connection.release();
  expect(await announcing).toHaveLength(1);
});

test('registers and counts a file once, however often its worker announces its id', async () => {
  const file = { ...invoice, artifactId: randomUUID() };
  const announce = () => stores.artifacts.announce(holder, [file]);
  const uploads = [...(await Promise.all([announce(), announce()])), await announce()].flat();
  expect(uploads.map(({ artifactId }) => artifactId)).toEqual(uploads.map(() => file.artifactId));
  const { rows } = await stores.database.pool.query('SELECT stored_files FROM attempts');
  expect(rows).toEqual([{ stored_files: 1 }]);

  await stores.tasks.submit(accountId, orderOf());
  const other = holderOf(await claimNow(stores.leases));
  await expect(stores.artifacts.announce(other, [file])).rejects.toThrow(
    `artifacts has an artifact_id "${file.artifactId}" that is in use: choose a new one.`,
  );
  // The larger size would not be counted.
  const larger = stores.artifacts.announce(holder, [{ ...file, size: file.size + 1 }]);
  await expect(larger).rejects.toThrow('that is in use: choose a new one');
});

test('shows only the files of the last attempt', async () => {
  const [upload] = await stores.artifacts.announce(holder, [invoice]);
  await put(upload?.artifactId ?? '', 'content');
  await stores.artifacts.confirm(holder, [upload?.artifactId ?? '']);
  await stores.leases.release(holder);
  const next = holderOf(await claimNow(stores.leases));
  expect(await stores.artifacts.listFiles(accountId, next.taskId)).toEqual([]);
});

test('lists files in the order they were announced', async () => {
  const names = Array.from({ length: 60 }, (_, index) => `${index}.pdf`);
  for (const batch of [names.slice(0, 30), names.slice(30)]) {
    const files = batch.map((filename) => ({ ...invoice, filename }));
    const uploads = await stores.artifacts.announce(holder, files);
    const ids = uploads.map(({ artifactId }) => artifactId);
    await Promise.all(ids.map((artifactId) => put(artifactId, 'content')));
    await stores.artifacts.confirm(holder, ids.toReversed());
  }
  const listed = await stores.artifacts.listFiles(accountId, holder.taskId);
  expect(listed.map(({ filename }) => filename)).toEqual(names);
});

test('gives every confirmation a later time, including concurrent ones', async () => {
  const files = Array.from({ length: 24 }, () => invoice);
  const uploads = await stores.artifacts.announce(holder, files);
  const ids = uploads.map(({ artifactId }) => artifactId);
  await Promise.all(ids.map((id) => put(id, 'content')));
  await Promise.all(ids.map((id) => stores.artifacts.confirm(holder, [id])));
  const times = async (): Promise<readonly (number | undefined)[]> => {
    const where = { id: { in: ids } };
    const rows = await stores.database.prisma.artifact.findMany({ where, orderBy: { id: 'asc' } });
    return rows.map(({ confirmedAt }) => confirmedAt?.getTime());
  };
  const first = await times();
  expect(new Set(first).size).toBe(24);
  expect(first).not.toContain(undefined);
  await stores.artifacts.confirm(holder, ids);
  expect(await times()).toEqual(first);
});

test('stores names and metadata with characters that the database cannot hold', async () => {
  const file = { ...invoice, filename: 'a\uD83D.pdf', metadata: { 'k\0': ['v\uDE00'] } };
  const [upload] = await stores.artifacts.announce(holder, [file]);
  await put(upload?.artifactId ?? '', 'content');
  await stores.artifacts.confirm(holder, [upload?.artifactId ?? '']);
  expect(await stores.artifacts.listFiles(accountId, holder.taskId)).toMatchObject([
    { filename: 'a\uFFFD.pdf', metadata: { 'k\uFFFD': ['v\uFFFD'] } },
  ]);
});

test('rejects files of a worker that lost its lease', async () => {
  const [upload] = await stores.artifacts.announce(holder, [invoice]);
  await stores.leases.release(holder);
  const lost = { code: 'lease-lost' };
  await expect(stores.artifacts.announce(holder, [invoice])).rejects.toMatchObject(lost);
  await expect(stores.artifacts.confirm(holder, [upload?.artifactId ?? ''])).rejects.toMatchObject(
    lost,
  );
});

test('rejects a file too large for a single upload', async () => {
  const huge = { ...invoice, size: 6 * 1024 ** 3 };
  await expect(stores.artifacts.announce(holder, [huge])).rejects.toMatchObject({
    code: 'payload-too-large',
    message: expect.stringMatching(/6442450944 bytes/),
  });
});

test('does not find files of another account', async () => {
  const other = await addAccount(stores.database);
  await expect(stores.artifacts.listFiles(other, holder.taskId)).rejects.toMatchObject({
    code: 'task-not-found',
  });
});

function keyOf(artifactId: string): string {
  return `tasks/${holder.taskId}/${artifactId}`;
}

async function put(artifactId: string, content: string): Promise<void> {
  const contentType = 'application/pdf';
  await stores.storage.write(`uploads/${keyOf(artifactId)}`, Buffer.from(content), { contentType });
}
