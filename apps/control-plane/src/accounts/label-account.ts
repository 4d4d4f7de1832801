import type { Database } from '../database/connect-database.ts';
import type { Transaction } from '../database/transaction.ts';
import type { JobQueue } from '../queue/job-queue.ts';
import { laneQueue } from '../transitions/permits.ts';

/**
 * Restricts the account's tasks to workers that carry the label; null: to workers without a label.
 * Running tasks continue; waiting ones move immediately.
 *
 * Permits held by claimers are skipped first, because a claimer may need the new label; those that
 * are put back unused move in a second transaction. A claimer that finds a permit in the old lane
 * also moves it.
 */
export async function labelAccount(
  { database, queue }: { readonly database: Database; readonly queue: JobQueue },
  accountId: string,
  label: string | null,
): Promise<void> {
  await queue.ensure(laneQueue(label));
  const from = await database.transaction(async (transaction) => {
    const { rows } = await transaction.query<{ old_lane: string; new_lane: string }>(
      'SELECT * FROM set_worker_label($1, $2)',
      [accountId, label],
    );
    const [lanes] = rows;
    if (!lanes) throw new Error('set_worker_label returned no row.');
    const move = { from: lanes.old_lane, to: lanes.new_lane, taken: 'skip' } as const;
    await queue.move(transaction, move, await findPermits(transaction, accountId));
    return lanes.old_lane;
  });
  await database.transaction(async (transaction) => {
    const { rows } = await transaction.query<{ to: string }>('SELECT lane_of($1) AS to', [
      accountId,
    ]);
    const to = rows[0]?.to ?? from;
    const permits = await findPermits(transaction, accountId);
    await queue.move(transaction, { from, to, taken: 'wait' }, permits);
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
