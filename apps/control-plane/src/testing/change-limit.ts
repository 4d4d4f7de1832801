import type { Database } from '../database/connect-database.ts';
import type { JobQueue } from '../queue/job-queue.ts';
import { changePermits, type PermitChange } from '../transitions/permits.ts';

/**
 * Sets how many tasks of a login queue may run concurrently. The service itself calls the SQL
 * function only to repair a queue.
 */
export async function changeLimit(
  { database, queue }: { readonly database: Database; readonly queue: JobQueue },
  loginQueueId: number,
  limit: number,
): Promise<void> {
  await database.transaction(async (transaction) => {
    const { rows } = await transaction.query<{ permits: PermitChange | null }>(
      'SELECT permits FROM set_login_queue_limit($1, $2)',
      [loginQueueId, limit],
    );
    await changePermits(queue, transaction, rows[0]?.permits ?? null);
  });
}
