import type { Pool } from 'pg';

const BATCH = 1_000;

/**
 * Deletes figures by hour after 90 days and figures by day after 800 days. Returns whether more may
 * remain.
 */
export async function forgetStatistics(pool: Pool): Promise<boolean> {
  const { rowCount } = await pool.query(
    `DELETE FROM task_statistics WHERE id IN (
       SELECT id FROM task_statistics
       WHERE span = 'hour' AND starts_at < now() - interval '90 days'
         OR span = 'day' AND starts_at < now() - interval '800 days'
       LIMIT $1 FOR UPDATE SKIP LOCKED)`,
    [BATCH],
  );
  return rowCount === BATCH;
}
