import type { Pool } from 'pg';

const BATCH = 1_000;

/**
 * Deletes attempts that no longer count towards the minutes of an account. Returns whether more may
 * remain.
 */
export async function forgetDeletedAttempts(pool: Pool): Promise<boolean> {
  const { rowCount } = await pool.query(
    `DELETE FROM deleted_attempts WHERE id IN (
       SELECT id FROM deleted_attempts WHERE allocated_at <= now() - interval '25 hours'
       LIMIT $1 FOR UPDATE SKIP LOCKED)`,
    [BATCH],
  );
  return rowCount === BATCH;
}
