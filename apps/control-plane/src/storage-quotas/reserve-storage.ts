import type { Database } from '../database/connect-database.ts';
import type { Transaction } from '../database/transaction.ts';
import type { StorageLimits, StorageUse } from './storage-limits.ts';
import { AttemptStorageFullError, StorageFullError } from './storage-quota-errors.ts';

/**
 * Checks, in the caller's transaction, that the account may store this many more bytes. Blocks
 * other reservations of the account until the transaction ends, so concurrent ones never exceed the
 * limit. Triggers count the stored bytes. Throws StorageFullError.
 */
export async function reserveStorage(
  transaction: Transaction,
  limits: StorageLimits,
  adding: { readonly accountId: string; readonly bytes: number },
): Promise<void> {
  const { rows } = await transaction.query<{
    full_of: 'account' | 'installation' | null;
    used: string;
    allowed: string;
  }>('SELECT * FROM reserve_storage($1, $2, $3, $4)', [
    adding.accountId,
    adding.bytes,
    limits.accountBytes,
    limits.installationBytes,
  ]);
  const [answer] = rows;
  if (!answer?.full_of) return;
  throw new StorageFullError({
    of: answer.full_of,
    usedBytes: Number(answer.used),
    limitBytes: Number(answer.allowed),
    addingBytes: adding.bytes,
  });
}

const READ_ROOM = `SELECT storage_of($1) AS used, storage_limit_of($1, $2) AS allowed,
  CASE WHEN $3::boolean THEN storage_of_all() ELSE 0 END AS total`;

/**
 * Checks room for rows, which are small and bounded. Reserves and locks nothing, so concurrent
 * writes may exceed the limit by their own size. `overdraft` is the share of its limit by which the
 * account may exceed it. Throws StorageFullError.
 */
export async function assertRoom(
  { pool, prepared }: Pick<Database, 'prepared'> & { readonly pool: Pick<Transaction, 'query'> },
  limits: StorageLimits,
  { accountId, overdraft = 0 }: { readonly accountId: string; readonly overdraft?: number },
): Promise<void> {
  const values = [accountId, limits.accountBytes, limits.installationBytes !== undefined];
  const { rows } = await pool.query<{ used: string; allowed: string | null; total: string }>(
    prepared('read-room', READ_ROOM, values),
  );
  const [answer] = rows;
  if (!answer) return;
  const factor = 1 + overdraft;
  const [used, allowed, total] = [answer.used, answer.allowed, answer.total].map(Number);
  if (answer.allowed !== null && Number(used) >= Number(allowed) * factor) {
    throw full('account', Number(used), Number(allowed));
  }
  const { installationBytes } = limits;
  if (installationBytes !== undefined && Number(total) >= installationBytes * factor) {
    throw full('installation', Number(total), installationBytes);
  }
}

/**
 * Call after writing the attempt's rows, because triggers count those rows. Throws
 * AttemptStorageFullError.
 */
export async function assertAttemptFits(
  transaction: Transaction,
  limits: StorageLimits,
  { taskId, leaseEpoch }: { readonly taskId: string; readonly leaseEpoch: number },
): Promise<void> {
  const { attemptBytes: bytes, attemptFiles: files } = limits;
  const { rows } = await transaction.query<{ stored_bytes: string; stored_files: number }>(
    'SELECT stored_bytes, stored_files FROM attempts WHERE task_id = $1 AND lease_epoch = $2',
    [taskId, leaseEpoch],
  );
  const [stored] = rows;
  if (!stored) return;
  if (files !== undefined && stored.stored_files > files) {
    throw new AttemptStorageFullError({ files });
  }
  if (bytes !== undefined && Number(stored.stored_bytes) > bytes) {
    throw new AttemptStorageFullError({ bytes });
  }
}

/** Storage use by account id. */
export async function readStorageUse(
  { pool }: Pick<Database, 'pool'>,
  usualBytes: number | undefined,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, StorageUse>> {
  const { rows } = await pool.query<{ id: string; used: string; allowed: string | null }>(
    `SELECT id, storage_of(id) AS used, storage_limit_of(id, $2) AS allowed
     FROM accounts WHERE id = ANY($1::uuid[])`,
    [accountIds, usualBytes],
  );
  return new Map(
    rows.map(({ id, used, allowed }) => [
      id,
      { usedBytes: Number(used), limitBytes: allowed === null ? null : Number(allowed) },
    ]),
  );
}

function full(of: 'account' | 'installation', usedBytes: number, limitBytes: number) {
  return new StorageFullError({ of, usedBytes, limitBytes, addingBytes: 0 });
}
