import { randomUUIDv7 } from 'node:crypto';
import type { Transaction } from '../database/transaction.ts';
import { writeStorableJson } from '../database/write-storable-json.ts';
import type { JobQueue } from '../queue/job-queue.ts';
import type { TaskStatus } from '../task-rows/task-status.ts';
import { ringBell } from './bell.ts';
import { changePermits, type PermitChange } from './permits.ts';
import { queueDelivery } from './queue-delivery.ts';
import { queueMails } from './queue-mails.ts';

/** Written to the task and its attempt. The SQL function reads these names. */
export interface AttemptReport {
  readonly output_data?: unknown;
  readonly for_loop_status?: unknown;
  readonly error?: string | undefined;
  readonly error_class?: string | undefined;
  readonly node_path?: string | undefined;
  readonly page_url?: string | undefined;
  /** Language model usage of the whole task so far, in the public API's shape. */
  readonly model_usage?: unknown;
  /** For the ending `timeout`: seconds allowed beyond the attempt's time limit. */
  readonly grace_seconds?: number;
  /** Set if the worker keeps the session's browser: how many seconds the session then lasts. */
  readonly kept_seconds?: number;
}

/** How an attempt ends. The SQL function of the same name decides what happens to the task. */
export type LeaveTask = { readonly taskId: string; readonly report?: AttemptReport } & (
  | { readonly ending: 'cancelled' }
  | {
      readonly ending:
        | 'success'
        | 'failed'
        | 'infrastructure'
        | 'automation'
        | 'lost'
        | 'timeout'
        | 'released';
      readonly workerId: string;
      readonly leaseEpoch: number;
    }
);

interface Departure {
  readonly is_done: boolean | null;
  /** The task's status now; null if there is no such task. */
  readonly status: TaskStatus | null;
  readonly permits: PermitChange | null;
  readonly delivery: string | null;
  readonly has_mails: boolean | null;
}

/**
 * Ends an attempt or a waiting task. Status, results, outbox rows and the resulting permits change
 * in the caller's transaction. Changes nothing and returns `isDone: false` if the lease is not held
 * or the task is final.
 */
export async function leaveTask(
  queue: JobQueue,
  transaction: Transaction,
  leave: LeaveTask,
): Promise<{ readonly isDone: boolean; readonly status: TaskStatus | null }> {
  const holder = leave.ending === 'cancelled' ? undefined : leave;
  const { rows } = await transaction.query<Departure>(
    `SELECT *, (SELECT r.notification_emails <> '{}' FROM tasks t JOIN recordings r ON r.id = t.recording_id
       WHERE t.id = $1) AS has_mails FROM leave_task($1, $2, $3, $4, $5, $6)`,
    [
      leave.taskId,
      holder?.workerId ?? null,
      holder?.leaseEpoch ?? null,
      leave.ending,
      writeStorableJson(leave.report ?? {}),
      randomUUIDv7(),
    ],
  );
  const [departure] = rows;
  const status = departure?.status ?? null;
  if (leave.ending === 'cancelled') await ringHolder(transaction, { taskId: leave.taskId, status });
  if (!departure?.is_done) return { isDone: false, status };
  await changePermits(queue, transaction, departure.permits);
  if (departure.delivery) {
    await queueDelivery(queue, transaction, { deliveryId: departure.delivery, attempts: 0 });
  }
  if (departure.has_mails && status !== 'queued')
    await queueMails(queue, transaction, { taskId: leave.taskId });
  return { isDone: true, status };
}

/** Makes the worker that runs a cancelled task stop immediately, not at its next heartbeat. */
async function ringHolder(
  transaction: Transaction,
  task: { readonly taskId: string; readonly status: TaskStatus | null },
): Promise<void> {
  if (task.status !== 'allocated' && task.status !== 'running') return;
  const { rows } = await transaction.query<{ worker_id: string }>(
    'SELECT worker_id FROM tasks WHERE id = $1 AND worker_id IS NOT NULL',
    [task.taskId],
  );
  for (const { worker_id: workerId } of rows) await ringBell(transaction, workerId);
}
