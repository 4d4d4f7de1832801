import type { Logger } from '@errand/app-runtime';
import type { ObjectStorage } from '@errand/object-storage';
import type { Database } from '../database/connect-database.ts';
import type { Transaction } from '../database/transaction.ts';
import { reserveStorage } from '../storage-quotas/reserve-storage.ts';
import type { StorageLimits } from '../storage-quotas/storage-limits.ts';
import { discardAbandoned } from './discard-abandoned.ts';

/**
 * The request counts as abandoned, because it began a day ago or gave up: its files may have been
 * deleted.
 */
class UploadAbandonedError extends Error {
  constructor(prefix: string) {
    super(
      `The upload of the files below "${prefix}" was begun too long ago, or its request was abandoned.`,
    );
  }
}

/**
 * Files that a request stores before the rows that refer to them. Each prefix is recorded first, so
 * that after a crash at any point every object has either its row or a prefix by which it is
 * deleted.
 */
export interface PendingUploads {
  /** Call before storing the first object below the prefix, which ends with `/`. */
  begin: (prefix: string, accountId: string) => Promise<void>;
  /**
   * Call before storing the object. Its bytes count towards the account's storage until they are
   * deleted or settled as rows. Throws StorageFullError, UploadAbandonedError.
   */
  reserve: (prefix: string, bytes: number) => Promise<void>;
  /** Runs in the transaction that stores the rows. Throws UploadAbandonedError. */
  settle: (transaction: Transaction, prefix: string) => Promise<void>;
  /**
   * Deletes the objects of a request that gave up, unless its rows were stored after all. Never
   * throws: objects that cannot be deleted now are deleted later.
   */
  discard: (prefix: string) => Promise<void>;
  /**
   * Deletes a batch of objects left by abandoned requests. Returns whether more can be deleted now.
   */
  discardAbandoned: () => Promise<boolean>;
}

/** Milliseconds. Limits how long a failed request waits for the storage to delete its files. */
const DISCARD_DEADLINE_MS = 5_000;

interface Parts {
  readonly database: Database;
  readonly storage: ObjectStorage;
  readonly storageLimits: StorageLimits;
  readonly logger: Logger;
}

export function createPendingUploads(parts: Parts): PendingUploads {
  const { database, storage, logger } = parts;
  return {
    async begin(prefix, accountId) {
      await database.prisma.pendingUpload.create({ data: { prefix, accountId } });
    },

    reserve: (prefix, bytes) =>
      database.transaction((transaction) => reserve(parts, transaction, { prefix, bytes })),

    async settle(transaction, prefix) {
      const { rowCount } = await transaction.query(
        'DELETE FROM pending_uploads WHERE prefix = $1 AND abandoned_at IS NULL',
        [prefix],
      );
      if (rowCount === 0) throw new UploadAbandonedError(prefix);
    },

    async discard(prefix) {
      try {
        if (!(await abandon(database, prefix))) return;
        const signal = AbortSignal.timeout(DISCARD_DEADLINE_MS);
        await storage.deletePrefix(prefix, { signal });
        await database.pool.query('UPDATE pending_uploads SET bytes = 0 WHERE prefix = $1', [
          prefix,
        ]);
      } catch (error) {
        logger.warn('files of a refused request are deleted later', { prefix, error });
      }
    },

    discardAbandoned: () => discardAbandoned(parts),
  };
}

async function reserve(
  { storageLimits }: Parts,
  transaction: Transaction,
  { prefix, bytes }: { readonly prefix: string; readonly bytes: number },
): Promise<void> {
  const { rows } = await transaction.query<{ account_id: string }>(
    `SELECT account_id FROM pending_uploads
     WHERE prefix = $1 AND abandoned_at IS NULL AND account_id IS NOT NULL FOR NO KEY UPDATE`,
    [prefix],
  );
  const [upload] = rows;
  if (!upload) throw new UploadAbandonedError(prefix);
  await reserveStorage(transaction, storageLimits, { accountId: upload.account_id, bytes });
  await transaction.query('UPDATE pending_uploads SET bytes = bytes + $2 WHERE prefix = $1', [
    prefix,
    bytes,
  ]);
}

/**
 * Waits for a transaction that settles the prefix: if it commits, the objects stay and this returns
 * false.
 */
async function abandon({ pool }: Database, prefix: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `UPDATE pending_uploads SET abandoned_at = coalesce(abandoned_at, clock_timestamp())
     WHERE prefix = $1`,
    [prefix],
  );
  return rowCount === 1;
}
