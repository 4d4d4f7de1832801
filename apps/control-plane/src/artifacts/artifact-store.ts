import { ObjectNotFoundError, type ObjectStorage } from '@errand/object-storage';
import type { Database } from '../database/connect-database.ts';
import { hashToken } from '../database/random-token.ts';
import type { Transaction } from '../database/transaction.ts';
import { holdLease, IS_HELD, lostLease } from '../leases/held-lease.ts';
import type { LeaseHolder } from '../leases/lease.ts';
import { assertTaskId, getTask } from '../task-rows/get-task.ts';
import {
  announce,
  type NewArtifact,
  type StoreParts,
  type Upload,
  uploadKeyOf,
} from './announce-artifacts.ts';
import { FilesDeletedError } from './artifact-errors.ts';
import { listTaskFiles } from './list-task-files.ts';
import type { TaskFile } from './task-file.ts';

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
   * Signs addresses of steps' evidence, by artifact id. Files that were not uploaded are left out.
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

export function createArtifactStore(dependencies: StoreParts): ArtifactStore {
  const { database, storage } = dependencies;
  return {
    announce: (holder, files) => announce(dependencies, holder, files),

    async confirm(holder, artifactIds) {
      const ids = [...new Set(artifactIds)];
      // Storage is queried outside any transaction; the write checks the lease again.
      const known = await findFilesOfLease(database, holder, ids);
      const checks = await Promise.all(
        ids.map(async (id) => ({ id, reason: await takeUpload(storage, known.get(id)) })),
      );
      const confirmed = checks.flatMap(({ id, reason }) => (reason ? [] : [id]));
      const rejected = checks.flatMap(({ id, reason }) =>
        reason ? [{ artifactId: id, reason }] : [],
      );
      await database.transaction(async (transaction) => {
        await holdLease(transaction, holder, database);
        await markConfirmed(transaction, holder.taskId, confirmed);
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

const FILES_OF_LEASE = `SELECT a.id, a.object_key AS "objectKey", a.size
  FROM tasks t LEFT JOIN artifacts a
    ON a.task_id = t.id AND a.lease_epoch = t.lease_epoch AND a.id = ANY($5::uuid[])
  WHERE t.id = $1 AND ${IS_HELD}`;

interface AnnouncedFile {
  readonly objectKey: string;
  readonly size: bigint;
}

/** Throws LeaseLostError, TaskNotFoundError. */
async function findFilesOfLease(
  { pool, prepared }: Pick<Database, 'pool' | 'prepared'>,
  holder: LeaseHolder,
  ids: readonly string[],
): Promise<ReadonlyMap<string, AnnouncedFile>> {
  const { taskId, workerId, leaseEpoch, leaseSecret } = holder;
  assertTaskId(taskId);
  const values = [taskId, workerId, leaseEpoch, hashToken(leaseSecret), ids];
  const { rows } = await pool.query<{ id: string | null; objectKey: string; size: string }>(
    prepared('find-files-of-lease', FILES_OF_LEASE, values),
  );
  if (rows.length === 0) throw await lostLease(pool, holder);
  return new Map(
    rows.flatMap(({ id, objectKey, size }) =>
      id === null ? [] : [[id, { objectKey, size: BigInt(size) }] as const],
    ),
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
  artifact: AnnouncedFile | undefined,
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
