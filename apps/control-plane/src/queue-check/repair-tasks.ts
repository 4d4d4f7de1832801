import { randomUUIDv7 } from 'node:crypto';
import type { Transaction } from '../database/transaction.ts';
import type { JobQueue } from '../queue/job-queue.ts';
import { queueDelivery } from '../transitions/queue-delivery.ts';

/** Creates or reopens the attempt of a held task's lease. */
export async function openAttempt(
  transaction: Transaction,
  taskId: string,
): Promise<object | undefined> {
  const { rowCount } = await transaction.query(
    `INSERT INTO attempts AS a (task_id, account_id, lease_epoch, worker_id, allocated_at, started_at)
     SELECT id, CASE WHEN NOT is_local THEN account_id END, lease_epoch, worker_id, coalesce(allocated_at, now()), started_at FROM tasks
     WHERE id = $1 AND status IN ('allocated', 'running') FOR UPDATE
     ON CONFLICT (task_id, lease_epoch) DO UPDATE SET worker_id = excluded.worker_id, ended_at = NULL, outcome = NULL,
       status_after = NULL, error = NULL, error_class = NULL
     WHERE a.ended_at IS NOT NULL OR a.worker_id <> excluded.worker_id`,
    [taskId],
  );
  return rowCount === 0 ? undefined : { attempts_opened: 1 };
}

export async function endAttempt(
  transaction: Transaction,
  { taskId, attempt }: { readonly taskId: string; readonly attempt: number },
): Promise<object | undefined> {
  await transaction.query('SELECT FROM tasks WHERE id = $1 FOR UPDATE', [taskId]);
  const { rowCount } = await transaction.query(
    `UPDATE attempts a SET ended_at = coalesce(t.completed_at, clock_timestamp()), outcome = 'lost', status_after = t.status,
       error = 'The queue check found the attempt open although the task had left it.', error_class = 'lease_lost'
     FROM tasks t WHERE t.id = a.task_id AND a.task_id = $1 AND a.lease_epoch = $2 AND a.ended_at IS NULL
       AND NOT (t.status IN ('allocated', 'running') AND t.lease_epoch = a.lease_epoch)`,
    [taskId, attempt],
  );
  return rowCount === 0 ? undefined : { attempts_ended: 1 };
}

export async function endHumanWait(
  transaction: Transaction,
  { taskId, waitId }: { readonly taskId: string; readonly waitId: string },
): Promise<object | undefined> {
  await transaction.query('SELECT FROM tasks WHERE id = $1 FOR UPDATE', [taskId]);
  const { rowCount } = await transaction.query(
    `UPDATE human_waits w SET ended_at = clock_timestamp(), outcome = 'ended', variables = NULL
     FROM tasks t WHERE t.id = w.task_id AND w.task_id = $1 AND w.id = $2 AND w.ended_at IS NULL
       AND NOT (t.status IN ('allocated', 'running') AND t.lease_epoch = w.lease_epoch)`,
    [taskId, waitId],
  );
  return rowCount === 0 ? undefined : { human_waits_ended: 1 };
}

/**
 * Writes the delivery as leave_task does. Locks the task's row, so that two repairs write only one.
 */
export async function writeDelivery(
  queue: JobQueue,
  transaction: Transaction,
  taskId: string,
): Promise<object | undefined> {
  await transaction.query('SELECT FROM tasks WHERE id = $1 FOR UPDATE', [taskId]);
  const { rows } = await transaction.query<{ id: string }>(
    `INSERT INTO callback_deliveries (id, task_id, account_id, url, secret, secret_origin)
     SELECT $2, t.id, t.account_id, coalesce(t.task_callback_url, r.callback_url),
       CASE WHEN t.task_callback_url IS NULL THEN r.callback_secret ELSE t.task_callback_api_key END,
       CASE WHEN t.task_callback_url IS NULL THEN 'recording' ELSE 'task' END
     FROM tasks t JOIN recordings r ON r.id = t.recording_id
     WHERE t.id = $1 AND t.status IN ('success', 'failed', 'cancelled')
       AND coalesce(t.task_callback_url, r.callback_url) IS NOT NULL
       AND NOT EXISTS (SELECT FROM callback_deliveries d WHERE d.task_id = t.id AND d.human_wait_id IS NULL)
     RETURNING id`,
    [taskId, randomUUIDv7()],
  );
  const [delivery] = rows;
  if (!delivery) return undefined;
  await queueDelivery(queue, transaction, { deliveryId: delivery.id, attempts: 0 });
  return { delivery_id: delivery.id };
}
