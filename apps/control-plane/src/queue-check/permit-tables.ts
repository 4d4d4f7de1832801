/** A condition on pgboss.job: the job is a permit. */
export const IS_PERMIT = `(name = 'permits' OR name LIKE 'permits.%')`;

/**
 * Permits, wherever they are. Until a claim commits, every snapshot shows its permit in the lane.
 */
export const PERMITS = `WITH lane_jobs AS MATERIALIZED (
    SELECT id, name lane, (data->>'loginQueueId')::int login, (data->>'taskId')::uuid task FROM pgboss.job
    WHERE ${IS_PERMIT}
  ), permits AS MATERIALIZED (
    SELECT id, lane, login, task FROM lane_jobs
    UNION ALL SELECT id, NULL, login_queue_id, task_id FROM parked_permits
    UNION ALL SELECT id, NULL, login_queue_id, NULL FROM warm_sessions WHERE permit_tag IS NOT NULL
  )`;

/** Login queues with what their counters should be. */
export const LOGIN_QUEUES = `${PERMITS}, tasks_of AS (
    SELECT login_queue_id login, count(*) FILTER (WHERE status = 'queued') waiting,
      count(*) FILTER (WHERE status <> 'queued') running
    FROM tasks WHERE status IN ('queued', 'allocated', 'running') AND login_queue_id IS NOT NULL GROUP BY 1
  ), queues AS (
    SELECT q.*, jsonb_build_object('login_queue_id', q.id) ids, coalesce(t.waiting, 0) real_waiting,
      coalesce(t.running, 0) real_running, coalesce(p.n, 0) real_issued
    FROM login_queues q LEFT JOIN tasks_of t ON t.login = q.id
    LEFT JOIN (SELECT login, count(*) n FROM permits GROUP BY 1) p ON p.login = q.id
  )`;
