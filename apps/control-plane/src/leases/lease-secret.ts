import { createToken, hashToken } from '../database/random-token.ts';
import type { Transaction } from '../database/transaction.ts';
import type { LeaseHolder } from './lease.ts';

/** Creates the secret of a lease that the transaction has just granted. */
export async function giveSecret(
  transaction: Transaction,
  lease: {
    readonly taskId: string;
    readonly leaseEpoch: number;
    /** The worker's registration; null for a local inference server. */
    readonly registrationId: string | null;
  },
): Promise<string> {
  const secret = createToken();
  await transaction.query(
    `UPDATE attempts SET lease_secret_hash = $3, registration_id = $4
     WHERE task_id = $1 AND lease_epoch = $2`,
    [lease.taskId, lease.leaseEpoch, hashToken(secret), lease.registrationId],
  );
  return secret;
}

/**
 * Whether the holder's secret belongs to this lease, held or ended. The secret never changes, so no
 * lock is needed.
 */
export async function knowsSecret(transaction: Transaction, holder: LeaseHolder): Promise<boolean> {
  const { rowCount } = await transaction.query(
    `SELECT FROM attempts
     WHERE task_id = $1 AND worker_id = $2 AND lease_epoch = $3 AND lease_secret_hash = $4`,
    [holder.taskId, holder.workerId, holder.leaseEpoch, hashToken(holder.leaseSecret)],
  );
  return rowCount === 1;
}
