import type { Database } from '../database/connect-database.ts';
import type { JobQueue } from '../queue/job-queue.ts';
import { queueDelivery } from '../transitions/queue-delivery.ts';

/**
 * Schedules the deliveries that are in one of `states` for a new five-minute retry window, all or
 * none, and returns their ids. Concurrent calls schedule each delivery once.
 */
export async function requeueDeliveries(
  { database, queue }: { readonly database: Database; readonly queue: JobQueue },
  accountId: string,
  { ids, states }: { readonly ids: readonly string[]; readonly states: readonly string[] },
): Promise<ReadonlySet<string>> {
  return database.transaction(async (transaction) => {
    // A concurrent deletion of the task waits, then finds its result pending; if the deletion was
    // first, the deliveries are gone.
    await transaction.query(
      `SELECT FROM tasks WHERE id IN (
         SELECT task_id FROM callback_deliveries WHERE id = ANY($1::uuid[]) AND account_id = $2)
       ORDER BY id FOR KEY SHARE`,
      [ids, accountId],
    );
    // Locked in one order, so that two calls with the same deliveries do not deadlock.
    const { rows } = await transaction.query<{ id: string; attempts: number }>(
      `UPDATE callback_deliveries d
       SET state = 'pending', tries_before = attempts, first_attempt_at = NULL, delivered_at = NULL
       FROM (
         SELECT id FROM callback_deliveries
         WHERE id = ANY($1::uuid[]) AND account_id = $2 AND state = ANY($3::delivery_state[])
         ORDER BY id FOR UPDATE
       ) ended
       WHERE d.id = ended.id RETURNING d.id, d.attempts`,
      [ids, accountId, states],
    );
    for (const { id: deliveryId, attempts } of rows) {
      await queueDelivery(queue, transaction, { deliveryId, attempts });
    }
    return new Set(rows.map(({ id }) => id));
  });
}
