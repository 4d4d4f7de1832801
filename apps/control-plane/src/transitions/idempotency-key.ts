import type { JsonValue } from '@errand/foundation';
import type { Sealer } from '@errand/secrets';
import type { Pool } from 'pg';
import { sealedContext } from '../database/sealed-context.ts';
import type { Transaction } from '../database/transaction.ts';
import { IdempotencyConflictError } from './submit-errors.ts';

/** Identifies a repeated submission. */
export interface IdempotentSubmission {
  readonly key: string;
  /** The request's parsed body, or this submission's part of it. */
  readonly body: JsonValue;
  /** The body with its defaults; builds before 0.1.0 stored its fingerprint. */
  readonly filledBody?: JsonValue | undefined;
  /** In a batch, whose submissions share the key of their request: its position, or its own key. */
  readonly place?: number | string | undefined;
}

interface KeyScope {
  readonly accountId: string;
  readonly sealer: Sealer;
}

/** How long a key is kept, in hours. Documented in the OpenAPI file. */
const KEEP_HOURS = 24;
const FORGET_BATCH = 1_000;

/** A task that was stored with the key; undefined: none. */
type Replay = string | IdempotencyConflictError | undefined;

/**
 * Returns the task stored with this key, if any. Throws IdempotencyConflictError if the key was
 * used with a different body.
 */
export async function findReplay(
  connection: Pool | Transaction,
  scope: KeyScope,
  submission: IdempotentSubmission,
): Promise<string | undefined> {
  const [replay] = await findReplays(connection, scope, [submission]);
  return orThrow(replay);
}

/** Looks up several submissions together; returns errors instead of throwing them. */
export async function findReplays(
  connection: Pool | Transaction,
  { accountId, sealer }: KeyScope,
  submissions: readonly IdempotentSubmission[],
): Promise<readonly Replay[]> {
  const { rows } = await connection.query<{ key: string; fingerprint: string; task_id: string }>(
    `SELECT key, fingerprint, task_id FROM idempotency_keys
     WHERE account_id = $1 AND key = ANY($2) AND created_at > clock_timestamp() - make_interval(hours => $3)`,
    [accountId, submissions.map(storedKeyOf), KEEP_HOURS],
  );
  const known = new Map(rows.map((row) => [row.key, row]));
  const context = sealedContext.submission(accountId);
  return submissions.map((submission) => {
    const row = known.get(storedKeyOf(submission));
    if (!row) return undefined;
    const isSame = [submission.body, submission.filledBody].some(
      (body) => body !== undefined && sealer.hasFingerprint(row.fingerprint, body, context),
    );
    return isSame ? row.task_id : new IdempotencyConflictError(submission.key);
  });
}

/**
 * Stores the key for the task that the transaction is about to store, or returns the task that
 * already has it. Waits for a transaction that has written the same key: its commit makes this a
 * replay, its rollback frees the key. Throws IdempotencyConflictError.
 */
export async function takeKey(
  transaction: Transaction,
  scope: KeyScope,
  submission: IdempotentSubmission & { readonly taskId: string },
): Promise<string | undefined> {
  const [replay] = await takeKeys(transaction, scope, [submission]);
  return orThrow(replay);
}

/** Stores the keys of several submissions with different keys or places; returns the errors. */
export async function takeKeys(
  transaction: Transaction,
  scope: KeyScope,
  submissions: readonly (IdempotentSubmission & { readonly taskId: string })[],
): Promise<readonly Replay[]> {
  const { accountId, sealer } = scope;
  const context = sealedContext.submission(accountId);
  const rows = new Map(
    submissions.map((submission) => [
      storedKeyOf(submission),
      {
        key: storedKeyOf(submission),
        fingerprint: sealer.fingerprint(submission.body, context),
        task_id: submission.taskId,
      },
    ]),
  );
  const replays = new Map<string, Replay>();
  while (rows.size > 0) {
    for (const key of await insertKeys(transaction, accountId, [...rows.values()])) {
      rows.delete(key);
    }
    const left = submissions.filter((submission) => rows.has(storedKeyOf(submission)));
    const found = await findReplays(transaction, scope, left);
    for (const [index, submission] of left.entries()) {
      // The old key expired between the two statements, so it is free now.
      if (found[index] === undefined) continue;
      replays.set(storedKeyOf(submission), found[index]);
      rows.delete(storedKeyOf(submission));
    }
  }
  return submissions.map((submission) => replays.get(storedKeyOf(submission)));
}

/** Returns the free keys. Locks always in the same order, so that two batches do not deadlock. */
async function insertKeys(
  transaction: Transaction,
  accountId: string,
  rows: readonly { readonly key: string }[],
): Promise<readonly string[]> {
  const { rows: inserted } = await transaction.query<{ key: string }>(
    `INSERT INTO idempotency_keys AS known (account_id, key, fingerprint, task_id, created_at)
     SELECT $1, key, fingerprint, task_id, clock_timestamp()
     FROM jsonb_populate_recordset(NULL::idempotency_keys, $2) ORDER BY key
     ON CONFLICT (account_id, key) DO UPDATE
       SET fingerprint = excluded.fingerprint, task_id = excluded.task_id, created_at = clock_timestamp()
       WHERE known.created_at <= clock_timestamp() - make_interval(hours => $3)
     RETURNING key`,
    [accountId, JSON.stringify(rows), KEEP_HOURS],
  );
  return inserted.map(({ key }) => key);
}

/** A line feed separates the place: keys of clients cannot contain it. Places are digits. */
function storedKeyOf({ key, place }: IdempotentSubmission): string {
  if (place === undefined) return key;
  return typeof place === 'number' ? `${key}\n${place}` : `${key}\n#${place}`;
}

function orThrow(replay: Replay): string | undefined {
  if (replay instanceof IdempotencyConflictError) throw replay;
  return replay;
}

/** Deletes a batch of expired keys. Returns whether more may remain. */
export async function forgetOldKeys(pool: Pool): Promise<boolean> {
  const { rowCount } = await pool.query(
    `DELETE FROM idempotency_keys WHERE (account_id, key) IN (
       SELECT account_id, key FROM idempotency_keys
       WHERE created_at <= clock_timestamp() - make_interval(hours => $1)
       ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED)`,
    [KEEP_HOURS, FORGET_BATCH],
  );
  return rowCount === FORGET_BATCH;
}
