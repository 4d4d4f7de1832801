/** Condition of tasks that a worker holds. */
export const HELD = `status IN ('allocated', 'running')`;

/**
 * A condition that matches sessions `s` in a wrong state. A busy session has a task that its worker
 * holds, and no permit; any other session has an expiry, and no task.
 */
export const BAD_SESSION = `CASE WHEN s.state = 'busy' THEN s.permit_tag IS NOT NULL OR NOT EXISTS (
    SELECT FROM tasks t WHERE t.id = s.task_id AND t.${HELD} AND t.worker_id = s.worker_id)
  ELSE s.task_id IS NOT NULL OR s.expires_at IS NULL END`;
