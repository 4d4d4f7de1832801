import type { Database } from '../database/connect-database.ts';

const BATCH = 500;

/**
 * Deletes the tasks of an account that ended at least `endedDaysAgo` days ago, with everything that
 * belongs to them. Returns how many. Keeps tasks whose result is still being delivered to a
 * receiver. The objects of their files are deleted by the next pass for abandoned uploads, which
 * runs once a minute.
 */
export async function deleteTasks(
  database: Database,
  { accountId, endedDaysAgo }: { readonly accountId: string; readonly endedDaysAgo: number },
): Promise<number> {
  let deleted = 0;
  for (;;) {
    const count = await deleteBatch(database, accountId, endedDaysAgo);
    deleted += count;
    if (count < BATCH) return deleted;
  }
}

async function deleteBatch(
  database: Database,
  accountId: string,
  endedDaysAgo: number,
): Promise<number> {
  return database.transaction(async (transaction) => {
    const { rows } = await transaction.query<{ id: string }>(
      `SELECT id FROM tasks t
       WHERE account_id = $1 AND status IN ('success', 'failed', 'cancelled')
         AND completed_at <= now() - make_interval(secs => $2 * 86400)
         AND NOT EXISTS (SELECT FROM callback_deliveries d WHERE d.task_id = t.id AND d.state = 'pending')
       LIMIT $3 FOR UPDATE SKIP LOCKED`,
      [accountId, endedDaysAgo, BATCH],
    );
    const ids = rows.map(({ id }) => id);
    await transaction.query(
      `INSERT INTO pending_uploads (prefix, abandoned_at)
       SELECT place || id || '/', now() - interval '1 hour'
       FROM unnest($1::text[]) id, unnest(ARRAY['tasks/', 'uploads/tasks/']) place
       ON CONFLICT (prefix) DO UPDATE SET abandoned_at = excluded.abandoned_at`,
      [ids],
    );
    await transaction.query('DELETE FROM tasks WHERE id = ANY($1::uuid[])', [ids]);
    return ids.length;
  });
}
