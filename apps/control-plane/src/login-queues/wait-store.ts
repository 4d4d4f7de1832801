import type { Database } from '../database/connect-database.ts';
import { getTask } from '../task-rows/get-task.ts';
import type { TaskStatus } from '../task-rows/task-status.ts';
import { describeSessions, describeWait, estimateWait, reasonOf } from './explain-wait.ts';
import { findHolders } from './find-holders.ts';
import {
  type AliveWorker,
  countWorkers,
  listLoginQueues,
  listWorkers,
  type LoginQueueState,
  type ServingWorkers,
} from './list-login-queues.ts';
import { MAX_PLACE, readWait } from './read-wait.ts';
import type { WaitReason } from './wait-reason.ts';

interface ExplainedWait {
  readonly status: TaskStatus;
  /** Key of the login queue; null for a task without one. */
  readonly loginQueue: string | null;
  readonly reason: WaitReason | null;
  readonly message: string;
  /** 1 is next; null for a task that does not wait. */
  readonly position: number | null;
  /** Whether more tasks come first than were counted. */
  readonly isLowerBound: boolean;
  /** Ids of tasks of the same account. */
  readonly heldBy: readonly string[];
  readonly estimatedSeconds: number | null;
  /** Whether a worker that serves the account was seen within the last 60 seconds. */
  readonly hasWorker: boolean;
  /** Limit of the portal on all its tasks; null if there is none. */
  readonly maxParallelism: number | null;
  /** Limit of the login queue; null for a task without one. */
  readonly perLoginParallelism: number | null;
}

/** Shows an account why its tasks wait. */
export interface WaitStore {
  /** Costs the same, however many tasks wait. Throws TaskNotFoundError. */
  explain: (accountId: string, taskId: string) => Promise<ExplainedWait>;
  /** Returns the account's login queues with the most tasks. */
  list: (accountId: string, limit: number) => Promise<readonly LoginQueueState[]>;
  /** Counts the workers that serve the account. */
  countWorkers: (accountId: string) => Promise<ServingWorkers>;
  listWorkers: (accountId: string) => Promise<readonly AliveWorker[]>;
}

export function createWaitStore({ database }: { readonly database: Database }): WaitStore {
  return {
    explain: (accountId, taskId) =>
      database.transaction(async (transaction) => {
        // Reads everything in one snapshot. Bitmap scans are off because one would collect a whole
        // queue before the LIMIT stops the count.
        await transaction.query(
          'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL enable_bitmapscan = off',
        );
        const wait = await getTask(taskId, (id) => readWait(transaction, accountId, id));
        const reason = reasonOf(wait);
        const place = 1 + wait.ahead;
        const holders = await findHolders(transaction, reason, wait);
        return {
          status: wait.status,
          loginQueue: wait.login_queue,
          reason,
          message: describeWait(reason, wait) + describeSessions(holders),
          position: reason === null ? null : place,
          isLowerBound: reason !== null && place > MAX_PLACE,
          heldBy: reason === 'no_worker' ? [] : holders.map(({ id }) => id),
          estimatedSeconds: estimateWait(reason, wait, place),
          hasWorker: wait.has_worker,
          maxParallelism: wait.max_parallelism,
          perLoginParallelism: wait.max_running,
        };
      }),
    list: (accountId, limit) => listLoginQueues(database, accountId, limit),
    countWorkers: (accountId) => countWorkers(database, accountId),
    listWorkers: (accountId) => listWorkers(database, accountId),
  };
}
