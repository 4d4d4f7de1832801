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

/** Where to read: in a transaction, its connection. */
type Reading = Pick<Database, 'prepared'> & { readonly pool: Pick<Transaction, 'query'> };

const READ_ROOM = `SELECT storage_of($1) AS used, storage_limit_of($1, $2) AS allowed,
  CASE WHEN $3::boolean THEN storage_of_all() ELSE 0 END AS total`;

interface Room {
  readonly used: string;
  readonly allowed: string | null;
  readonly total: string;
}

/**
 * Checks room for rows, which are small and bounded. Reserves and locks nothing, so concurrent
 * writes may exceed the limit by their own size. `overdraft` is the share of its limit by which the
 * account may exceed it. Throws StorageFullError.
 */
export async function assertRoom(
  { pool, prepared }: Reading,
  limits: StorageLimits,
  { accountId, overdraft = 0 }: { readonly accountId: string; readonly overdraft?: number },
): Promise<void> {
  const values = [accountId, limits.accountBytes, limits.installationBytes !== undefined];
  const { rows } = await pool.query<Room>(prepared('read-room', READ_ROOM, values));
  const [room] = rows;
  if (room) refuseFull(room, limits, overdraft);
}

function refuseFull(room: Room, { installationBytes }: StorageLimits, overdraft: number): void {
  const factor = 1 + overdraft;
  const [used = 0, allowed = 0, total = 0] = [room.used, room.allowed, room.total].map(Number);
  if (room.allowed !== null && used >= allowed * factor) throw full('account', used, allowed);
  if (installationBytes !== undefined && total >= installationBytes * factor) {
    throw full('installation', total, installationBytes);
  }
}

interface AttemptStorage {
  readonly stored_bytes: string;
  readonly stored_files: number;
}

const READ_ATTEMPT_STORAGE = `SELECT stored_bytes, stored_files FROM attempts
  WHERE task_id = $1 AND lease_epoch = $2`;

interface Attempt {
  readonly taskId: string;
  readonly leaseEpoch: number;
}

/**
 * Call after writing the attempt's rows, because triggers count those rows. Throws
 * AttemptStorageFullError.
 */
export async function assertAttemptFits(
  { pool, prepared }: Reading,
  limits: StorageLimits,
  { taskId, leaseEpoch }: Attempt,
): Promise<void> {
  const { rows } = await pool.query<AttemptStorage>(
    prepared('read-attempt-storage', READ_ATTEMPT_STORAGE, [taskId, leaseEpoch]),
  );
  const [stored] = rows;
  if (stored) refuseTooMuch(stored, limits);
}

const READ_ROOM_OF_ATTEMPT = `SELECT a.stored_bytes, a.stored_files,
    storage_of(t.account_id) AS used, storage_limit_of(t.account_id, $3) AS allowed,
    CASE WHEN $4::boolean THEN storage_of_all() ELSE 0 END AS total
  FROM attempts a JOIN tasks t ON t.id = a.task_id
  WHERE a.task_id = $1 AND a.lease_epoch = $2`;

/**
 * `assertAttemptFits` and `assertRoom` in one statement. Throws AttemptStorageFullError,
 * StorageFullError.
 */
export async function assertAttemptHasRoom(
  { pool, prepared }: Reading,
  limits: StorageLimits,
  { taskId, leaseEpoch, overdraft }: Attempt & { readonly overdraft: number },
): Promise<void> {
  const { accountBytes, installationBytes } = limits;
  const values = [taskId, leaseEpoch, accountBytes, installationBytes !== undefined];
  const { rows } = await pool.query<AttemptStorage & Room>(
    prepared('read-room-of-attempt', READ_ROOM_OF_ATTEMPT, values),
  );
  const [read] = rows;
  if (!read) return;
  refuseTooMuch(read, limits);
  refuseFull(read, limits, overdraft);
}

function refuseTooMuch(stored: AttemptStorage, limits: StorageLimits): void {
  const { attemptBytes: bytes, attemptFiles: files } = limits;
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
