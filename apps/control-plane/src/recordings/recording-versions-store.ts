import type { Sealer } from '@errand/secrets';
import { randomUUIDv7 } from 'node:crypto';
import type { Database } from '../database/connect-database.ts';
import { isUuid } from '../database/is-uuid.ts';
import type { PrismaClient } from '../database/generated/client.ts';
import type { Transaction } from '../database/transaction.ts';
import { getRecordingRow } from './read-recordings-store.ts';
import {
  RecordingChangedError,
  RecordingNotFoundError,
  VersionNotFoundError,
} from './recording-errors.ts';
import { sealSeeds } from './seal-seeds.ts';
import type { RecordingVersion, SavedRecording, VersionOrigin, VersionPage } from './recording.ts';

interface VersionRow {
  readonly version: number;
  readonly restoredFrom: number | null;
  readonly comment: string | null;
  readonly createdBy: string | null;
  readonly createdAt: Date;
}

export interface RecordingOwner {
  readonly accountId: string;
  readonly recordingId: string;
}

/** Throws RecordingNotFoundError for an id that no recording can have. */
export function ownerOf(accountId: string, recordingId: string): RecordingOwner {
  if (!isUuid(recordingId)) throw new RecordingNotFoundError(recordingId);
  return { accountId, recordingId };
}

/** Throws RecordingNotFoundError. */
export async function listVersions(
  prisma: PrismaClient,
  { accountId, recordingId }: RecordingOwner,
  page: { readonly limit: number; readonly before?: number | undefined },
): Promise<VersionPage> {
  const { currentVersion } = await getRecordingRow(prisma, accountId, recordingId);
  const rows = await prisma.recordingVersion.findMany({
    where: { recordingId, ...(page.before === undefined ? {} : { version: { lt: page.before } }) },
    orderBy: { version: 'desc' },
    take: page.limit + 1,
    select: { version: true, restoredFrom: true, comment: true, createdBy: true, createdAt: true },
  });
  return {
    versions: rows.slice(0, page.limit).map((row) => toVersion(row, currentVersion)),
    hasMore: rows.length > page.limit,
  };
}

/** Throws RecordingNotFoundError, VersionNotFoundError. */
export async function getVersion(
  { prisma, sealer }: { readonly prisma: PrismaClient; readonly sealer: Sealer },
  { accountId, recordingId }: RecordingOwner,
  version: number,
): Promise<RecordingVersion & { readonly automation: unknown }> {
  const { currentVersion } = await getRecordingRow(prisma, accountId, recordingId);
  const row = await prisma.recordingVersion.findUnique({
    where: { recordingId_version: { recordingId, version } },
  });
  if (!row) throw new VersionNotFoundError(recordingId, version);
  return {
    ...toVersion(row, currentVersion),
    automation: sealSeeds(row.automation as object, { sealer, accountId }),
  };
}

/** The number of an older version, and the origin to record with the new one. */
export interface VersionToRestore extends VersionOrigin {
  readonly version: number;
  /** The restoration is refused if another version is current. Default: any. */
  readonly baseVersion?: number | undefined;
}

/**
 * Restores the automation of an older version as a new one. Throws RecordingNotFoundError,
 * RecordingChangedError.
 */
export async function restoreVersion(
  connection: Database['pool'] | Transaction,
  { accountId, recordingId }: RecordingOwner,
  { version, comment, apiKeyId, baseVersion }: VersionToRestore,
): Promise<SavedRecording> {
  const { rows } = await connection.query<{ current_version: number }>(
    `WITH old AS (
       SELECT automation, portal FROM recording_versions WHERE recording_id = $1 AND version = $3
     ), changed AS (
       UPDATE recordings SET current_version = current_version + 1, updated_at = now()
       WHERE id = $1 AND account_id = $2 AND deleted_at IS NULL AND EXISTS (SELECT FROM old)
         AND ($7::int IS NULL OR current_version = $7)
       RETURNING id, current_version
     ), version AS (
       INSERT INTO recording_versions (id, recording_id, version, automation, portal, restored_from, comment, created_by)
       SELECT $4, changed.id, changed.current_version, old.automation, old.portal, $3, $5,
         (SELECT name FROM api_keys WHERE id = $6)
       FROM changed, old
     )
     SELECT current_version FROM changed`,
    [recordingId, accountId, version, randomUUIDv7(), comment, apiKeyId, baseVersion],
  );
  const [changed] = rows;
  if (!changed) throw await explainUnchanged(connection, { accountId, recordingId }, baseVersion);
  return { recordingId, version: changed.current_version };
}

/** Why a recording was not changed: it does not exist, or its current version is not the base version. */
export async function explainUnchanged(
  pool: Database['pool'] | Transaction,
  { accountId, recordingId }: RecordingOwner,
  baseVersion: number | undefined,
): Promise<Error> {
  const { rows } = await pool.query<{ current_version: number }>(
    'SELECT current_version FROM recordings WHERE id = $1 AND account_id = $2 AND deleted_at IS NULL',
    [recordingId, accountId],
  );
  const [current] = rows;
  return current && baseVersion !== undefined
    ? new RecordingChangedError(baseVersion, current.current_version)
    : new RecordingNotFoundError(recordingId);
}

function toVersion(
  { version, restoredFrom, comment, createdBy, createdAt }: VersionRow,
  currentVersion: number,
): RecordingVersion {
  const isCurrent = version === currentVersion;
  return { version, isCurrent, restoredFrom, comment, createdBy, createdAt };
}
