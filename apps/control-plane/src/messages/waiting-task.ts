import type { Database } from '../database/connect-database.ts';
import { hashToken } from '../database/random-token.ts';
import { HAS_SECRET, lostLease } from '../leases/held-lease.ts';
import type { LeaseHolder } from '../leases/lease.ts';
import { assertTaskId } from '../task-rows/get-task.ts';
import { findCodeSteps, type TaskSteps, type WireAction } from './match-place.ts';
import { MessagesForbiddenError } from './message-errors.ts';

const MINUTE_MS = 60_000;
/** Allowed clock difference between a worker and the database. */
const MAX_SKEW_MS = 5 * MINUTE_MS;

/** A leased task that may wait for a one-time code. */
export interface WaitingTask extends TaskSteps {
  readonly accountId: string;
  readonly leasedAt: Date;
}

/** Throws LeaseLostError, TaskNotFoundError. */
export async function findWaitingTask(
  database: Database,
  holder: LeaseHolder,
): Promise<WaitingTask> {
  const { taskId, workerId, leaseEpoch } = holder;
  assertTaskId(taskId);
  return database.transaction(async (transaction) => {
    const { rows } = await transaction.query<WaitingTask>(
      `SELECT t.account_id AS "accountId", t.input_parameters AS "inputParameters", t.allocated_at AS "leasedAt",
         CASE WHEN t.goal IS NULL THEN v.automation END AS automation
       FROM tasks t JOIN recording_versions v ON v.id = t.recording_version_id
       WHERE t.id = $1 AND t.worker_id = $2 AND t.lease_epoch = $3 AND t.status IN ('allocated', 'running')
         AND ${HAS_SECRET}`,
      [taskId, workerId, leaseEpoch, hashToken(holder.leaseSecret)],
    );
    const [task] = rows;
    if (!task) throw await lostLease(transaction, holder);
    return task;
  });
}

/**
 * Limits what a stolen lease can read from the account's integrations. Throws
 * MessagesForbiddenError.
 */
export function assertWaitedFor(task: WaitingTask, action: WireAction, since: Date): void {
  const steps = findCodeSteps(task, action);
  if (steps.length === 0) {
    throw new MessagesForbiddenError(
      `no two_fa_action of its automation is an ${action.type} with these addresses. They must be those of the step, with the task's inputs filled in.`,
    );
  }
  const offsets = steps.map((step) => step.start_2fa_time_offset_minutes ?? 0);
  const earliest = task.leasedAt.getTime() - Math.max(0, ...offsets) * MINUTE_MS - MAX_SKEW_MS;
  if (since.getTime() >= earliest) return;
  throw new MessagesForbiddenError(
    `messages since ${since.toISOString()} are older than start_2fa_time_offset_minutes allows for an attempt that began at ${task.leasedAt.toISOString()}. Check the worker's clock.`,
  );
}
