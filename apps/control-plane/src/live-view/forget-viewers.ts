import type { Pool } from 'pg';

const KEEP_HOURS = 24;
const BATCH = 1_000;

/**
 * Closes viewers whose gateway has not reported within a minute of the attempt's end: it has died.
 */
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
 * Deletes view-only viewers a day after they closed. Viewers with control stay with the task as its
 * audit trail. A ticket is valid for a minute, so it cannot be replayed after its row is deleted.
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
