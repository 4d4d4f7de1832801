import type { Pool } from 'pg';

const KEEP_HOURS = 24;
const BATCH = 1_000;

/** Ends viewers whose gateway has not reported a minute after their attempt was over: it died. */
export async function closeLeftViewers(pool: Pool): Promise<boolean> {
  const { rowCount } = await pool.query(
    `UPDATE viewers v SET closed_at = greatest(v.opened_at, l.ended_at)
     FROM (
       SELECT v.jti, a.ended_at FROM viewers v
       JOIN attempts a ON a.task_id = v.task_id AND a.lease_epoch = v.lease_epoch
       WHERE v.closed_at IS NULL AND a.ended_at <= now() - interval '1 minute'
       LIMIT $1 FOR UPDATE OF v SKIP LOCKED
     ) l
     WHERE v.jti = l.jti`,
    [BATCH],
  );
  return rowCount === BATCH;
}

/**
 * Deletes who only looked on a day ago. Who had control stays with the task: that is its audit. A ticket is good for a
 * minute, so one whose row is gone cannot come again.
 */
export async function forgetOldViewers(pool: Pool): Promise<boolean> {
  const { rowCount } = await pool.query(
    `DELETE FROM viewers WHERE jti IN (
       SELECT jti FROM viewers WHERE mode = 'view' AND closed_at <= now() - make_interval(hours => $1)
       LIMIT $2 FOR UPDATE SKIP LOCKED)`,
    [KEEP_HOURS, BATCH],
  );
  return rowCount === BATCH;
}
