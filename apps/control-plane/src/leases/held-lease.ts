import type { Database } from '../database/connect-database.ts';
import { hashToken } from '../database/random-token.ts';
import type { Transaction } from '../database/transaction.ts';
import { assertTaskId } from '../task-rows/get-task.ts';
import { TaskNotFoundError } from '../task-rows/task-not-found-error.ts';
import { LeaseLostError } from './lease-errors.ts';
import type { LeaseHolder } from './lease.ts';

/** A condition on the task `t`: $4 is the hash of its lease's secret. */
export const HAS_SECRET = `EXISTS (SELECT FROM attempts a
  WHERE a.task_id = t.id AND a.lease_epoch = t.lease_epoch AND a.lease_secret_hash = $4)`;

/** A condition on the task `t`: the worker $2 holds its lease with the epoch $3 and the secret $4. */
export const IS_HELD = `t.worker_id = $2 AND t.lease_epoch = $3
  AND t.status IN ('allocated', 'running') AND ${HAS_SECRET}`;

const HOLD_LEASE = `SELECT FROM tasks t WHERE id = $1 AND ${IS_HELD} FOR SHARE`;

/**
 * Locks the lease so that it cannot be taken back while the caller's transaction writes under it.
 * Throws LeaseLostError, TaskNotFoundError.
 */
export async function holdLease(
  transaction: Transaction,
  holder: LeaseHolder,
  { prepared }: Pick<Database, 'prepared'>,
): Promise<void> {
  const { taskId, workerId, leaseEpoch } = holder;
  assertTaskId(taskId);
  const values = [taskId, workerId, leaseEpoch, hashToken(holder.leaseSecret)];
  const { rowCount } = await transaction.query(prepared('hold-lease', HOLD_LEASE, values));
  if (rowCount === 0) throw await lostLease(transaction, holder);
}

/** Returns the error for a write under a lease that is no longer held. */
export async function lostLease(
  connection: Pick<Transaction, 'query'>,
  holder: LeaseHolder,
): Promise<Error> {
  const { rowCount } = await connection.query('SELECT FROM tasks WHERE id = $1', [holder.taskId]);
  return rowCount === 0 ? new TaskNotFoundError(holder.taskId) : new LeaseLostError(holder);
}
