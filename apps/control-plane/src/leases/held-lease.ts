import { isUuid } from '../database/is-uuid.ts';
import type { Transaction } from '../database/transaction.ts';
import { TaskNotFoundError } from '../tasks/task-errors.ts';
import { LeaseLostError } from './lease-errors.ts';
import type { LeaseHolder } from './lease.ts';

/**
 * Locks the lease so that nobody can take it back while the caller's transaction writes under it.
 * Throws LeaseLostError, TaskNotFoundError.
 */
export async function holdLease(transaction: Transaction, holder: LeaseHolder): Promise<void> {
  const { taskId, workerId, leaseEpoch } = holder;
  if (!isUuid(taskId)) throw new TaskNotFoundError(taskId);
  const { rowCount } = await transaction.query(
    `SELECT FROM tasks WHERE id = $1 AND worker_id = $2 AND lease_epoch = $3
       AND status IN ('allocated', 'running') FOR SHARE`,
    [taskId, workerId, leaseEpoch],
  );
  if (rowCount === 0) throw await lostLease(transaction, holder);
}

/** The error for a write that found its lease no longer held. */
export async function lostLease(transaction: Transaction, holder: LeaseHolder): Promise<Error> {
  const { rowCount } = await transaction.query('SELECT FROM tasks WHERE id = $1', [holder.taskId]);
  return rowCount === 0 ? new TaskNotFoundError(holder.taskId) : new LeaseLostError(holder);
}
