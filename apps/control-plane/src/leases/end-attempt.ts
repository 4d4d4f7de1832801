import type { Sealer } from '@errand/secrets';
import type { Database } from '../database/connect-database.ts';
import type { Transaction } from '../database/transaction.ts';
import type { JobQueue } from '../queue/job-queue.ts';
import { assertTaskId } from '../task-rows/get-task.ts';
import type { TaskStatus } from '../task-rows/task-status.ts';
import { observeEnd, type Observer, type ReleaseReason } from '../telemetry/observer.ts';
import { type Checkpoint, keepCheckpoints } from '../transitions/continuation.ts';
import { leaveTask, type AttemptReport } from '../transitions/leave-task.ts';
import { lostLease } from './held-lease.ts';
import { knowsSecret } from './lease-secret.ts';
import type { Lease, LeaseHolder } from './lease.ts';

type Ending = 'success' | 'failed' | 'infrastructure' | 'automation' | 'released';

/** The holder's report at the end of an attempt. */
export interface ReportOfAttempt extends AttemptReport {
  /** HTTP status of the page at which the attempt failed. */
  readonly httpStatus?: number | undefined;
  /** Where the task could be continued. Default: nowhere. */
  readonly checkpoints?: readonly Checkpoint[] | undefined;
  /** For the metric of released leases. */
  readonly releaseReason?: ReleaseReason | undefined;
}

interface EndingDependencies {
  readonly database: Database;
  readonly sealer: Sealer;
  readonly queue: JobQueue;
  readonly observer?: Observer | undefined;
}

/**
 * Ends the attempt under the holder's lease and returns the task's new status. A report repeated
 * after a lost response returns the same status again; so does every report of an attempt that
 * ended as cancelled. Throws LeaseLostError, TaskNotFoundError.
 */
export async function endAttempt(
  { database, queue, sealer, observer }: EndingDependencies,
  holder: LeaseHolder,
  report: { readonly ending: Ending } & ReportOfAttempt,
): Promise<TaskStatus> {
  assertTaskId(holder.taskId);
  const { ending, httpStatus, releaseReason, checkpoints = [], ...written } = report;
  const left = await database.transaction(async (transaction) => {
    if (!(await knowsSecret(transaction, holder))) throw await lostLease(transaction, holder);
    const { isDone, status } = await leaveTask(queue, transaction, {
      ...holder,
      ending,
      report: written,
    });
    if (isDone && status) {
      if (status === 'failed' && httpStatus !== undefined) {
        await keepStatus(transaction, holder.taskId, httpStatus);
      }
      if (checkpoints.length > 0 && (status === 'failed' || status === 'cancelled')) {
        await keepCheckpoints(transaction, sealer, { ...holder, checkpoints });
      }
      return { isDone, status };
    }
    const earlier = await findEarlierAnswer(transaction, holder, ending);
    if (earlier) return { isDone: false, status: earlier };
    throw await lostLease(transaction, holder);
  });
  observeEnd(observer, left, written.error_class);
  if (left.isDone && releaseReason) observer?.leaseReleased(releaseReason);
  return left.status;
}

/**
 * Puts back the task of a lease that its claimer never received. A warm session that the task would
 * have used is kept: its worker still has the browser.
 */
export function returnUnclaimed(
  dependencies: EndingDependencies & { readonly leaseSeconds: number },
  { workerId, ...lease }: Lease & { readonly workerId: string },
  releaseReason?: ReleaseReason,
): Promise<TaskStatus> {
  const isUntouched = lease.session?.isNew === false;
  return endAttempt(
    dependencies,
    { ...lease, workerId },
    {
      ending: 'released',
      ...(releaseReason && { releaseReason }),
      ...(isUntouched && { kept_seconds: dependencies.leaseSeconds }),
    },
  );
}

async function keepStatus(
  transaction: Transaction,
  taskId: string,
  httpStatus: number,
): Promise<void> {
  const statement = 'UPDATE tasks SET error_http_status = $2 WHERE id = $1';
  await transaction.query(statement, [taskId, httpStatus]);
}

async function findEarlierAnswer(
  transaction: Transaction,
  { taskId, workerId, leaseEpoch }: LeaseHolder,
  ending: Ending,
): Promise<TaskStatus | null | undefined> {
  const outcome = ending === 'infrastructure' || ending === 'automation' ? 'failed' : ending;
  const { rows } = await transaction.query<{ status_after: TaskStatus | null }>(
    `SELECT status_after FROM attempts
     WHERE task_id = $1 AND worker_id = $2 AND lease_epoch = $3 AND outcome IN ($4, 'cancelled')`,
    [taskId, workerId, leaseEpoch, outcome],
  );
  return rows[0]?.status_after;
}
