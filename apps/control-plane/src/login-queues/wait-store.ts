import type { Database } from '../database/connect-database.ts';
import { isUuid } from '../database/is-uuid.ts';
import type { Transaction } from '../database/transaction.ts';
import type { JobQueue } from '../queue/job-queue.ts';
import { TaskNotFoundError } from '../tasks/task-errors.ts';
import type { TaskStatus } from '../tasks/task.ts';
import { describeWait, estimateWait, reasonOf, type WaitReason } from './explain-wait.ts';
import { findHolders } from './find-holders.ts';
import { laneQueue } from './permits.ts';
import { MAX_PLACE, readWait, type Wait } from './read-wait.ts';

interface ExplainedWait {
  readonly status: TaskStatus;
  /** Key of the login queue; null for a task that waits for no other. */
  readonly loginQueue: string | null;
  readonly reason: WaitReason | null;
  readonly message: string;
  /** 1 is next; null for a task that does not wait. */
  readonly position: number | null;
  /** Whether more come first than are counted. */
  readonly isLowerBound: boolean;
  /** Ids of tasks of the same account. */
  readonly heldBy: readonly string[];
  readonly estimatedSeconds: number | null;
  /** Those that serve the account. */
  readonly workers: { readonly alive: number; readonly slots: number; readonly busySlots: number };
}

/** Why tasks wait. */
export interface WaitStore {
  /** Costs the same however many tasks wait. Throws TaskNotFoundError. */
  explain: (accountId: string, taskId: string) => Promise<ExplainedWait>;
}

export function createWaitStore(dependencies: {
  readonly database: Database;
  readonly queue: JobQueue;
}): WaitStore {
  const { database, queue } = dependencies;
  return {
    explain: (accountId, taskId) =>
      database.transaction(async (transaction) => {
        // All of it as it was at one moment; and a bitmap would hold a whole queue before the count stops.
        await transaction.query(
          'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL enable_bitmapscan = off',
        );
        const wait = isUuid(taskId) ? await readWait(transaction, accountId, taskId) : undefined;
        if (!wait) throw new TaskNotFoundError(taskId);
        const reason = reasonOf(wait);
        const place = 1 + (await countAhead(queue, transaction, wait));
        return {
          status: wait.status,
          loginQueue: wait.login_queue,
          reason,
          message: describeWait(reason, wait),
          position: reason === null ? null : place,
          isLowerBound: reason !== null && place > MAX_PLACE,
          heldBy: await findHolders(transaction, reason, wait),
          estimatedSeconds: estimateWait(reason, wait, place),
          workers: { alive: wait.workers_alive, slots: wait.slots, busySlots: wait.busy_slots },
        };
      }),
  };
}

async function countAhead(queue: JobQueue, transaction: Transaction, wait: Wait): Promise<number> {
  const { status, login_queue_id: loginQueueId, permit_job_id: permitId, parked } = wait;
  if (status !== 'queued' || permitId === null || loginQueueId !== null || parked > 0) {
    return wait.ahead;
  }
  const lane = laneQueue(wait.worker_label).name;
  return queue.countAhead(transaction, lane, { id: permitId, limit: MAX_PLACE });
}
