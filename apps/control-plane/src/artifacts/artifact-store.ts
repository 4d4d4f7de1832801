import { ObjectNotFoundError, type ObjectStorage } from '@errand/object-storage';
import { randomUUIDv7 } from 'node:crypto';
import type { Database } from '../database/connect-database.ts';
import type { Transaction } from '../database/transaction.ts';
import { writeStorableJson } from '../database/write-storable-json.ts';
import { InvalidRequestError } from '../http/invalid-request-error.ts';
import { holdLease } from '../leases/held-lease.ts';
import type { LeaseHolder } from '../leases/lease.ts';
import { assertAttemptFits, reserveStorage } from '../storage-quotas/reserve-storage.ts';
import type { StorageLimits } from '../storage-quotas/storage-limits.ts';
import { findAccount } from '../task-rows/find-account.ts';
import { assertTaskId, getTask } from '../task-rows/get-task.ts';
import { ArtifactTooLargeError, FilesDeletedError } from './artifact-errors.ts';
import { listTaskFiles } from './list-task-files.ts';
import type { ArtifactKind, TaskFile } from './task-file.ts';

export interface NewArtifact {
  /** Chosen by the worker, so that it may repeat the announcement. Default: a new id. */
  readonly artifactId?: string | undefined;
  readonly filename: string;
  readonly kind: ArtifactKind;
  readonly contentType: string;
  /** Bytes. */
  readonly size: number;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

export interface Upload {
  readonly artifactId: string;
  readonly filename: string;
  readonly uploadUrl: string;
  /** Headers that the PUT must carry. */
  readonly headers: Record<string, string>;
}

export interface RejectedArtifact {
  readonly artifactId: string;
  readonly reason: 'unknown' | 'missing' | 'wrong-size';
}

/** A recording of what the pages of an attempt showed. */
export interface StoredTrace {
  readonly taskId: string;
  readonly objectKey: string;
  /** Bytes. */
  readonly size: number;
}

export interface ArtifactStore {
  /**
   * Registers files and signs an upload address for each: all or none. They count towards the
   * storage from now on; those not confirmed by the end of the attempt are forgotten. A file whose
   * id the attempt has announced is not counted again. Throws InvalidRequestError,
   * ArtifactTooLargeError, AttemptStorageFullError, StorageFullError, LeaseLostError,
   * TaskNotFoundError.
   */
  announce: (holder: LeaseHolder, files: readonly NewArtifact[]) => Promise<readonly Upload[]>;
  /** Accepts the files whose object exists with the announced size. Idempotent. */
  confirm: (
    holder: LeaseHolder,
    artifactIds: readonly string[],
  ) => Promise<{
    readonly confirmed: readonly string[];
    readonly rejected: readonly RejectedArtifact[];
  }>;
  /**
   * Signs addresses of the evidence of steps, by artifact id. Files that were not uploaded are left
   * out.
   */
  signEvidence: (
    taskId: string,
    artifactIds: readonly string[],
    expiresInSeconds: number,
  ) => Promise<ReadonlyMap<string, string>>;
  /**
   * Files of the task's last attempt, in the order they were announced. Throws TaskNotFoundError,
   * FilesDeletedError if they were deleted because of their age.
   */
  listAvailable: (accountId: string, taskId: string) => Promise<readonly TaskFile[]>;
  /** Files of the last attempt that were not deleted. Throws TaskNotFoundError. */
  listFiles: (accountId: string, taskId: string) => Promise<readonly TaskFile[]>;
  /** The trace of the newest attempt that has one. Throws TaskNotFoundError. */
  findTrace: (accountId: string, taskId: string) => Promise<StoredTrace | undefined>;
}

/** Workers upload at once; the margin is for large files and slow connections. */
const UPLOAD_URL_SECONDS = 3_600;
/** Storage counted for a file's row; must match its trigger. */
const ROW_BYTES = 1024;
/** The maximum size of one PUT. */
const MAX_ARTIFACT_BYTES = 5 * 1024 ** 3;

interface StoreParts {
  readonly database: Database;
  readonly storage: ObjectStorage;
  readonly storageLimits: StorageLimits;
}

export function createArtifactStore(dependencies: StoreParts): ArtifactStore {
  const { database, storage } = dependencies;
  return {
    announce: (holder, files) => announce(dependencies, holder, files),

    async confirm(holder, artifactIds) {
      const ids = [...new Set(artifactIds)];
      const { taskId, leaseEpoch } = holder;
      // Storage is queried outside any transaction; the write checks the lease again.
      await database.transaction((transaction) => holdLease(transaction, holder));
      const rows = await database.prisma.artifact.findMany({
        where: { id: { in: ids }, taskId, leaseEpoch },
        select: { id: true, objectKey: true, size: true },
      });
      const known = new Map(rows.map((row) => [row.id, row]));
      const checks = await Promise.all(
        ids.map(async (id) => ({ id, reason: await takeUpload(storage, known.get(id)) })),
      );
      const confirmed = checks.flatMap(({ id, reason }) => (reason ? [] : [id]));
      const rejected = checks.flatMap(({ id, reason }) =>
        reason ? [{ artifactId: id, reason }] : [],
      );
      await database.transaction(async (transaction) => {
        await holdLease(transaction, holder);
        await markConfirmed(transaction, taskId, confirmed);
      });
      return { confirmed, rejected };
    },

    signEvidence: (taskId, artifactIds, expiresInSeconds) =>
      signEvidence(dependencies, { taskId, artifactIds, expiresInSeconds }),

    async listAvailable(accountId, taskId) {
      const task = await findFileOwner(database, accountId, taskId);
      if (task.filesDeletedAt) throw new FilesDeletedError(taskId, task.filesDeletedAt);
      return listTaskFiles(database, task);
    },

    async findTrace(accountId, taskId) {
      const { id } = await findFileOwner(database, accountId, taskId);
      const row = await database.prisma.artifact.findFirst({
        where: { taskId: id, kind: 'trace', confirmedAt: { not: null } },
        orderBy: { leaseEpoch: 'desc' },
        select: { objectKey: true, size: true },
      });
      return row ? { taskId: id, objectKey: row.objectKey, size: Number(row.size) } : undefined;
    },

    async listFiles(accountId, taskId) {
      return listTaskFiles(database, await findFileOwner(database, accountId, taskId));
    },
  };
}

/** Throws TaskNotFoundError. */
function findFileOwner({ prisma }: Database, accountId: string, taskId: string) {
  const select = { id: true, leaseEpoch: true, filesDeletedAt: true };
  return getTask(taskId, (id) =>
    prisma.task.findUnique({ where: { accountId, id, kind: 'task' }, select }),
  );
}

async function signEvidence(
  { database, storage }: { readonly database: Database; readonly storage: ObjectStorage },
  wanted: {
    readonly taskId: string;
    readonly artifactIds: readonly string[];
    readonly expiresInSeconds: number;
  },
): Promise<ReadonlyMap<string, string>> {
  const { taskId, artifactIds, expiresInSeconds } = wanted;
  const files = await database.prisma.artifact.findMany({
    where: { id: { in: [...artifactIds] }, taskId, kind: 'evidence', confirmedAt: { not: null } },
    select: { id: true, objectKey: true, filename: true, contentType: true },
  });
  const signed = files.map(async ({ id, objectKey: key, ...file }) => {
    return [id, await storage.presignDownload({ key, expiresInSeconds, ...file })] as const;
  });
  return new Map(await Promise.all(signed));
}

async function announce(
  { database, storage, storageLimits }: StoreParts,
  holder: LeaseHolder,
  files: readonly NewArtifact[],
): Promise<readonly Upload[]> {
  const { taskId } = holder;
  const tooLarge = files.find(({ size }) => size > MAX_ARTIFACT_BYTES);
  if (tooLarge) throw new ArtifactTooLargeError(tooLarge.filename, tooLarge.size);
  const announced = files.map((file) => {
    const id = file.artifactId?.toLowerCase() ?? randomUUIDv7();
    // Never derived from the file name: a page must not control where its files are stored.
    return { id, file, objectKey: `tasks/${taskId}/${id}` };
  });
  assertTaskId(taskId);
  await database.transaction(async (transaction) => {
    const known = await findAnnounced(transaction, holder, announced);
    const added = announced.filter((file) => !known.has(keyOf(file)));
    const bytes = added.reduce((sum, { file }) => sum + file.size + ROW_BYTES, 0);
    const accountId = await findAccount(transaction, taskId);
    // Before the task: the wait for the account's storage must not delay the task's heartbeat.
    if (bytes > 0) await reserveStorage(transaction, storageLimits, { accountId, bytes });
    // Briefly: meanwhile, no other file of the account can be announced.
    await transaction.query('SET LOCAL lock_timeout = 200');
    await holdLease(transaction, holder);
    await insertArtifacts(transaction, holder, added);
    await assertAttemptFits(transaction, storageLimits, holder);
  });
  return Promise.all(
    announced.map(async ({ id, file, objectKey: key }) => {
      const { filename, contentType, size } = file;
      const expiresInSeconds = UPLOAD_URL_SECONDS;
      const upload = await storage.presignUpload({
        key: uploadKeyOf(key),
        contentType,
        size,
        expiresInSeconds,
      });
      return { artifactId: id, filename, uploadUrl: upload.url, headers: { ...upload.headers } };
    }),
  );
}

interface Announced {
  readonly id: string;
  readonly file: NewArtifact;
  readonly objectKey: string;
}

/** An ID with another size is another file: nothing would count its bytes. */
function keyOf({ id, file }: Announced): string {
  return `${id} ${file.size}`;
}

/** Returns the keys of the files that the attempt has announced. */
async function findAnnounced(
  transaction: Transaction,
  { taskId, leaseEpoch }: LeaseHolder,
  files: readonly Announced[],
): Promise<ReadonlySet<string>> {
  const { rows } = await transaction.query<{ id: string; size: string }>(
    'SELECT id, size FROM artifacts WHERE id = ANY($3::uuid[]) AND task_id = $1 AND lease_epoch = $2',
    [taskId, leaseEpoch, files.map(({ id }) => id)],
  );
  return new Set(rows.map(({ id, size }) => `${id} ${size}`));
}

/** A concurrent announcement may have the same ids. Throws InvalidRequestError. */
async function insertArtifacts(
  transaction: Transaction,
  holder: LeaseHolder,
  added: readonly Announced[],
): Promise<void> {
  const rows = added.map(({ id, file, objectKey }) => ({
    id,
    kind: file.kind,
    filename: file.filename,
    content_type: file.contentType,
    size: file.size,
    object_key: objectKey,
    metadata: file.metadata,
  }));
  await transaction.query(
    `INSERT INTO artifacts (id, task_id, lease_epoch, kind, filename, content_type, size, object_key, metadata)
     SELECT a.id, $1, $2, a.kind, a.filename, a.content_type, a.size, a.object_key, a.metadata
     FROM jsonb_populate_recordset(NULL::artifacts, $3) WITH ORDINALITY a
     WHERE NOT EXISTS (
       SELECT FROM pending_uploads p WHERE p.prefix IN (a.object_key, 'uploads/' || a.object_key))
     ORDER BY a.ordinality ON CONFLICT DO NOTHING`,
    [holder.taskId, holder.leaseEpoch, writeStorableJson(rows)],
  );
  const known = await findAnnounced(transaction, holder, added);
  const taken = added.find((file) => !known.has(keyOf(file)));
  if (!taken) return;
  const msg = `has an artifact_id "${taken.id}" that is in use: choose a new one`;
  throw new InvalidRequestError([{ loc: ['body', 'artifacts'], msg, type: 'value' }]);
}

/**
 * A later confirmation gets a later time: listeners continue after the time of the last file they
 * received.
 */
async function markConfirmed(
  transaction: Transaction,
  taskId: string,
  ids: readonly string[],
): Promise<void> {
  // Serialises confirmations, so that the order of the times is the order of the commits.
  await transaction.query(
    'SELECT FROM artifacts WHERE task_id = $1 ORDER BY sequence FOR NO KEY UPDATE',
    [taskId],
  );
  await transaction.query(
    `UPDATE artifacts SET confirmed_at = greatest(clock_timestamp(), (
       SELECT max(confirmed_at) + interval '1 millisecond' FROM artifacts WHERE task_id = $1))
     WHERE id = ANY($2::uuid[]) AND confirmed_at IS NULL`,
    [taskId, ids],
  );
}

/**
 * Moves an upload to its final key. The upload address reaches only the first key, so later uploads
 * to it cannot change a confirmed file. Idempotent. Returns why the upload cannot be confirmed.
 */
async function takeUpload(
  storage: ObjectStorage,
  artifact: { readonly objectKey: string; readonly size: bigint } | undefined,
): Promise<RejectedArtifact['reason'] | undefined> {
  if (!artifact) return 'unknown';
  const { objectKey, size } = artifact;
  if (await storage.find(objectKey)) return undefined;
  const uploaded = await storage.find(uploadKeyOf(objectKey));
  // At any point, a concurrent confirmation of the same file may move it.
  if (!uploaded) return (await storage.find(objectKey)) ? undefined : 'missing';
  if (BigInt(uploaded.size) !== size) return 'wrong-size';
  try {
    await storage.move(uploadKeyOf(objectKey), objectKey);
  } catch (error) {
    const isTaken = error instanceof ObjectNotFoundError && (await storage.find(objectKey));
    if (!isTaken) throw error;
  }
  return undefined;
}

function uploadKeyOf(objectKey: string): string {
  return `uploads/${objectKey}`;
}
