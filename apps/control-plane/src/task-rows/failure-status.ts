import type { Database } from '../database/connect-database.ts';

/**
 * SQL for the HTTP status of the page when the task `t` failed: that of the step at which its last
 * attempt ended, or else the one its worker reported. Null if neither is known.
 */
export const FAILURE_STATUS = `coalesce((
  SELECT (s.details->>'http_status')::int FROM steps s
  WHERE s.task_id = t.id AND s.lease_epoch = t.lease_epoch AND s.outcome = 'failed' AND s.node_path = t.error_node_path
  ORDER BY s.sequence DESC LIMIT 1), t.error_http_status)`;

export async function readFailureStatus(
  { pool }: Pick<Database, 'pool'>,
  taskId: string,
): Promise<number | null> {
  const { rows } = await pool.query<{ status: number | null }>(
    `SELECT ${FAILURE_STATUS} AS status FROM tasks t WHERE t.id = $1`,
    [taskId],
  );
  return rows[0]?.status ?? null;
}
