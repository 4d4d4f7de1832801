import { randomUUIDv7 } from 'node:crypto';
import type { Transaction } from '../../database/transaction.ts';
import type { JobQueue } from '../../queue/job-queue.ts';
import { IS_FINAL } from '../../task-rows/task-status.ts';
import { queueDelivery } from '../../transitions/queue-delivery.ts';
import { defineCheck } from '../define-check.ts';
import { inTransaction } from '../repair.ts';

export const deliveryMissing = defineCheck({
  kind: 'delivery_missing',
  severity: 'fault',
  find: `SELECT jsonb_build_object('task_id', t.id) ids, '{"deliveries": 1}'::jsonb expected, '{"deliveries": 0}'::jsonb found
      FROM tasks t JOIN recordings r ON r.id = t.recording_id
      WHERE ${IS_FINAL}
        -- An address added to the recording later applies only to later tasks.
        AND (t.task_callback_url IS NOT NULL OR r.callback_url IS NOT NULL AND r.updated_at <= t.completed_at)
        AND NOT EXISTS (SELECT FROM callback_deliveries d WHERE d.task_id = t.id AND d.human_wait_id IS NULL)`,
  repair: 'Writes the delivery and queues it.',
  planRepair: ({ ids }) =>
    inTransaction(`delivery ${ids['task_id']}`, (queue, transaction) =>
      writeDelivery(queue, transaction, String(ids['task_id'])),
    ),
});

/**
 * Writes the delivery as leave_task does. Locks the task's row, so that two repairs write only one.
 */
async function writeDelivery(
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
     WHERE t.id = $1 AND ${IS_FINAL}
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
