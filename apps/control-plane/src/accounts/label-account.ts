import type { Database } from '../database/connect-database.ts';
import type { Transaction } from '../database/transaction.ts';
import { laneQueue } from '../login-queues/permits.ts';
import type { JobQueue } from '../queue/job-queue.ts';

/**
 * From now on only workers that carry the label take the account's tasks; null: those that carry none. What runs already goes
 * on; what waits moves to them at once.
 */
export async function labelAccount(
  { database, queue }: { readonly database: Database; readonly queue: JobQueue },
  accountId: string,
  label: string | null,
): Promise<void> {
  await queue.ensure(laneQueue(label));
  await database.transaction(async (transaction) => {
    const { rows } = await transaction.query<{ old_lane: string; new_lane: string }>(
      'SELECT * FROM set_worker_label($1, $2)',
      [accountId, label],
    );
    const [lanes] = rows;
    if (!lanes) throw new Error('set_worker_label answered no row.');
    const permits = await findPermits(transaction, accountId);
    await queue.move(transaction, { from: lanes.old_lane, to: lanes.new_lane }, permits);
  });
}

async function findPermits(
  transaction: Transaction,
  accountId: string,
): Promise<{ readonly ids: readonly string[]; readonly keys: readonly string[] }> {
  const { rows } = await transaction.query<{ ids: string[] | null; keys: string[] | null }>(
    `SELECT (SELECT array_agg(permit_job_id) FROM tasks
         WHERE account_id = $1 AND status = 'queued' AND permit_job_id IS NOT NULL) ids,
       (SELECT array_agg(id::text) FROM login_queues WHERE account_id = $1 AND issued > 0) keys`,
    [accountId],
  );
  return { ids: rows[0]?.ids ?? [], keys: rows[0]?.keys ?? [] };
}
