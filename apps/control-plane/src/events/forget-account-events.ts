import type { Pool } from 'pg';

const BATCH = 5_000;

/**
 * Deletes events that no position can reach any longer: an hour after listeners last need them.
 * Returns whether more may remain.
 */
export async function forgetAccountEvents(pool: Pool): Promise<boolean> {
  const { rowCount } = await pool.query(
    `DELETE FROM account_events WHERE ctid = ANY(ARRAY(
       SELECT ctid FROM account_events WHERE created_at < now() - interval '25 hours'
       LIMIT $1 FOR UPDATE SKIP LOCKED))`,
    [BATCH],
  );
  return rowCount === BATCH;
}
