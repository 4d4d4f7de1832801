import type { ObjectStorage } from '@errand/object-storage';
import { randomUUIDv7 } from 'node:crypto';
import type { Database } from '../database/connect-database.ts';
import type { Transaction } from '../database/transaction.ts';
import { writeStorableJson } from '../database/write-storable-json.ts';
import { InvalidRequestError } from '../http/invalid-request-error.ts';
import { holdLease } from '../leases/held-lease.ts';
import type { LeaseHolder } from '../leases/lease.ts';
import { assertAttemptFits, reserveStorage } from '../storage-quotas/reserve-storage.ts';
import type { StorageLimits } from '../storage-quotas/storage-limits.ts';
import { assertTaskId } from '../task-rows/get-task.ts';
import { TaskNotFoundError } from '../task-rows/task-not-found-error.ts';
import { ArtifactTooLargeError } from './artifact-errors.ts';
import type { ArtifactKind } from './task-file.ts';

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

/** Workers upload immediately; the margin is for large files and slow connections. */
const UPLOAD_URL_SECONDS = 3_600;
/** Storage counted for a file's row; must match the row's trigger. */
const ROW_BYTES = 1024;
/** The maximum size of one PUT. */
const MAX_ARTIFACT_BYTES = 5 * 1024 ** 3;

export interface StoreParts {
  readonly database: Database;
  readonly storage: ObjectStorage;
  readonly storageLimits: StorageLimits;
}

/** Registers files and returns where to upload them; see `ArtifactStore.announce`. */
export async function announce(
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
    const { accountId, known } = await findAnnounced({ transaction, database }, holder, announced);
    const added = announced.filter((file) => !known.has(keyOf(file)));
    const bytes = added.reduce((sum, { file }) => sum + file.size + ROW_BYTES, 0);
    // Reserve before locking the task, whose heartbeat must not wait for the account's storage.
    if (bytes > 0) await reserveStorage(transaction, storageLimits, { accountId, bytes });
    // Wait only briefly: meanwhile, no other file of the account can be announced.
    await transaction.query('SET LOCAL lock_timeout = 200');
    await holdLease(transaction, holder, database);
    await insertArtifacts({ transaction, database }, holder, added);
    const reading = { pool: transaction, prepared: database.prepared };
    await assertAttemptFits(reading, storageLimits, holder);
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

/** The same ID with a different size is a different file, whose bytes would not be counted. */
function keyOf({ id, file }: Announced): string {
  return `${id} ${file.size}`;
}

interface Writing {
  readonly transaction: Transaction;
  readonly database: Pick<Database, 'prepared'>;
}

const FIND_ANNOUNCED = `SELECT t.account_id, a.id, a.size
  FROM tasks t LEFT JOIN artifacts a
    ON a.task_id = t.id AND a.lease_epoch = $2 AND a.id = ANY($3::uuid[])
  WHERE t.id = $1`;

/**
 * Returns the task's account and the keys of the files that the attempt has announced. Throws
 * TaskNotFoundError.
 */
async function findAnnounced(
  { transaction, database }: Writing,
  { taskId, leaseEpoch }: LeaseHolder,
  files: readonly Announced[],
): Promise<{ readonly accountId: string; readonly known: ReadonlySet<string> }> {
  const values = [taskId, leaseEpoch, files.map(({ id }) => id)];
  const { rows } = await transaction.query<{
    account_id: string;
    id: string | null;
    size: string | null;
  }>(database.prepared('find-announced-files', FIND_ANNOUNCED, values));
  const [first] = rows;
  if (!first) throw new TaskNotFoundError(taskId);
  return {
    accountId: first.account_id,
    known: new Set(rows.map(({ id, size }) => `${id} ${size}`)),
  };
}

const INSERT_ARTIFACTS = `INSERT INTO artifacts
    (id, task_id, lease_epoch, kind, filename, content_type, size, object_key, metadata)
  SELECT a.id, $1, $2, a.kind, a.filename, a.content_type, a.size, a.object_key, a.metadata
  FROM jsonb_populate_recordset(NULL::artifacts, $3) WITH ORDINALITY a
  WHERE NOT EXISTS (
    SELECT FROM pending_uploads p WHERE p.prefix IN (a.object_key, 'uploads/' || a.object_key))
  ORDER BY a.ordinality ON CONFLICT DO NOTHING`;

/** A concurrent announcement may have the same ids. Throws InvalidRequestError. */
async function insertArtifacts(
  writing: Writing,
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
  const { transaction, database } = writing;
  const values = [holder.taskId, holder.leaseEpoch, writeStorableJson(rows)];
  const { rowCount } = await transaction.query(
    database.prepared('insert-artifacts', INSERT_ARTIFACTS, values),
  );
  if (rowCount === added.length) return;
  const { known } = await findAnnounced(writing, holder, added);
  const taken = added.find((file) => !known.has(keyOf(file)));
  if (!taken) return;
  const msg = `has an artifact_id "${taken.id}" that is in use: choose a new one`;
  throw new InvalidRequestError([{ loc: ['body', 'artifacts'], msg, type: 'value' }]);
}

/** Key of a file until it is confirmed. */
export function uploadKeyOf(objectKey: string): string {
  return `uploads/${objectKey}`;
}
