import type { JsonValue } from '@errand/foundation';
import type { Sealer } from '@errand/secrets';
import type { Pool } from 'pg';
import { sealedContext } from '../database/sealed-context.ts';
import type { Transaction } from '../database/transaction.ts';
import { IdempotencyConflictError } from './submit-errors.ts';

/** Identifies a repeated submission. */
export interface IdempotentSubmission {
  readonly key: string;
  /** The request's parsed body. */
  readonly body: JsonValue;
}

interface KeyScope {
  readonly accountId: string;
  readonly sealer: Sealer;
}

/** How long a key is kept, in hours. Documented in the OpenAPI file. */
const KEEP_HOURS = 24;
const FORGET_BATCH = 1_000;

/**
 * Returns the task stored with this key, if any. Throws IdempotencyConflictError if the key was
 * used with another body.
 */
export async function findReplay(
  connection: Pool | Transaction,
  scope: KeyScope,
  submission: IdempotentSubmission,
): Promise<string | undefined> {
  const { accountId, sealer } = scope;
  const { key, body } = submission;
  const { rows } = await connection.query<{ fingerprint: string; task_id: string }>(
    `SELECT fingerprint, task_id FROM idempotency_keys
     WHERE account_id = $1 AND key = $2 AND created_at > clock_timestamp() - make_interval(hours => $3)`,
    [accountId, key, KEEP_HOURS],
  );
  const [known] = rows;
  if (!known) return undefined;
  const context = sealedContext.submission(accountId);
  if (sealer.hasFingerprint(known.fingerprint, body, context)) return known.task_id;
  throw new IdempotencyConflictError(key);
}

/**
 * Stores the key for the task that the transaction is about to store, or returns the task that
 * already has it. Waits for a transaction that has written the same key: its commit makes this a
 * replay, its rollback frees the key. Throws IdempotencyConflictError.
 */
export async function takeKey(
  transaction: Transaction,
  scope: KeyScope,
  { taskId, ...submission }: IdempotentSubmission & { readonly taskId: string },
): Promise<string | undefined> {
  const { accountId, sealer } = scope;
  const fingerprint = sealer.fingerprint(submission.body, sealedContext.submission(accountId));
  for (;;) {
    const { rowCount } = await transaction.query(
      `INSERT INTO idempotency_keys AS known (account_id, key, fingerprint, task_id, created_at)
       VALUES ($1, $2, $3, $4, clock_timestamp())
       ON CONFLICT (account_id, key) DO UPDATE SET fingerprint = $3, task_id = $4, created_at = clock_timestamp()
         WHERE known.created_at <= clock_timestamp() - make_interval(hours => $5)`,
      [accountId, submission.key, fingerprint, taskId, KEEP_HOURS],
    );
    if (rowCount === 1) return undefined;
    const earlier = await findReplay(transaction, scope, submission);
    if (earlier !== undefined) return earlier;
    // It expired between the two statements: the key is free now.
  }
}

/** Deletes a batch of expired keys. Returns whether more may be left. */
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
