import type { Transaction } from '../../database/transaction.ts';
import type { JobQueue } from '../../queue/job-queue.ts';
import { DELIVERY_QUEUE, queueDelivery } from '../../transitions/queue-delivery.ts';
import { defineCheck } from '../define-check.ts';
import { inTransaction } from '../repair.ts';

/** Rows and jobs change in one transaction, so a pending delivery `d` always has an open job. */
const HAS_NO_JOB = `d.state = 'pending' AND d.id::text NOT IN (
  SELECT data ->> 'deliveryId' FROM pgboss.job WHERE name = '${DELIVERY_QUEUE}' AND state < 'completed')`;

export const deliveryWithoutJob = defineCheck({
  kind: 'delivery_without_job',
  severity: 'fault',
  find: `SELECT jsonb_build_object('delivery_id', d.id, 'task_id', d.task_id) ids,
      '{"jobs": 1}'::jsonb expected, '{"jobs": 0}'::jsonb found
    FROM callback_deliveries d WHERE ${HAS_NO_JOB}`,
  repair: 'Queues the delivery with a fresh five minutes for its tries.',
  planRepair: ({ ids }) =>
    inTransaction(`job ${ids['delivery_id']}`, (queue, transaction) =>
      queueAgain(queue, transaction, String(ids['delivery_id'])),
    ),
});

/** Locks the row, so that two repairs queue only one job. */
async function queueAgain(
  queue: JobQueue,
  transaction: Transaction,
  deliveryId: string,
): Promise<object | undefined> {
  await transaction.query('SELECT FROM callback_deliveries WHERE id = $1 FOR UPDATE', [deliveryId]);
  const { rows } = await transaction.query<{ attempts: number }>(
    `UPDATE callback_deliveries d SET tries_before = attempts, first_attempt_at = NULL
     WHERE d.id = $1 AND ${HAS_NO_JOB} RETURNING attempts`,
    [deliveryId],
  );
  const [delivery] = rows;
  if (!delivery) return undefined;
  await queueDelivery(queue, transaction, { deliveryId, attempts: delivery.attempts });
  return { delivery_id: deliveryId };
}
