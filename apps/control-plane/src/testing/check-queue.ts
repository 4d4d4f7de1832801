import type { Database } from '../database/connect-database.ts';

/**
 * One snapshot: counters against rows, permits in all their places against counters, invariants I1 to I4 of
 * prisma/migrations. All zero is right; I4 holds when no permit is in a claimer's hands.
 */
export async function findQueueFaults(database: Database): Promise<Record<string, number>> {
  const { rows } = await database.pool.query<Record<string, number>>(`
    WITH lane_jobs AS (
      SELECT id, name, (data->>'loginQueueId')::int queue, (data->>'taskId')::uuid task FROM pgboss.job
      WHERE name = 'permits' OR name LIKE 'permits.%'
    ), permits AS (
      SELECT id, queue, task FROM lane_jobs
      UNION ALL SELECT id, login_queue_id, task_id FROM parked_permits
      UNION ALL SELECT id, login_queue_id, NULL FROM warm_sessions WHERE permit_tag IS NOT NULL
    ), of_queue AS (
      SELECT queue, count(*) n FROM permits GROUP BY 1
    ), tasks_of AS (
      SELECT login_queue_id queue, count(*) FILTER (WHERE status = 'queued') waiting,
        count(*) FILTER (WHERE status IN ('allocated', 'running')) running
      FROM tasks GROUP BY 1
    ), queues AS (
      SELECT q.*, coalesce(t.waiting, 0) real_waiting, coalesce(t.running, 0) real_running, coalesce(p.n, 0) sent
      FROM login_queues q LEFT JOIN tasks_of t ON t.queue = q.id LEFT JOIN of_queue p ON p.queue = q.id
    ), portals_now AS (
      SELECT p.id, p.max_parallelism, portal_room(p) room, (SELECT count(*) FROM parked_permits WHERE portal_id = p.id) parked,
        (SELECT count(*) FROM warm_sessions WHERE portal_id = p.id) sessions,
        (SELECT count(*) FROM lane_jobs j LEFT JOIN login_queues q ON q.id = j.queue LEFT JOIN tasks t ON t.id = j.task
          WHERE coalesce(q.portal_id, t.portal_id) = p.id) on_their_way
      FROM portals p
    )
    SELECT count(*) FILTER (WHERE waiting <> real_waiting OR running <> real_running)::int counters,
      count(*) FILTER (WHERE issued <> sent)::int issued,
      count(*) FILTER (WHERE sent <> greatest(0, least(max_running - running, waiting)))::int i2,
      count(*) FILTER (WHERE running > max_running)::int i1,
      (SELECT count(*) FROM portals_now WHERE room < 0)::int i3,
      (SELECT count(*) FROM portals_now WHERE parked > 0 AND room > on_their_way)::int i4,
      (SELECT count(*) FROM tasks t WHERE login_queue_id IS NULL AND status = 'queued'
        AND NOT EXISTS (SELECT FROM permits p WHERE p.id = t.permit_job_id))::int free_without_permit,
      (SELECT count(*) FROM permits p WHERE task IS NOT NULL AND NOT EXISTS (
        SELECT FROM tasks t WHERE t.permit_job_id = p.id AND t.status = 'queued'))::int void_permits,
      (SELECT count(*) FROM warm_sessions s LEFT JOIN tasks t ON t.id = s.task_id
        WHERE (s.state = 'busy') <> coalesce(t.status IN ('allocated', 'running') AND t.worker_id = s.worker_id, false)
      )::int sessions,
      (SELECT count(*) FROM lane_jobs j LEFT JOIN login_queues q ON q.id = j.queue LEFT JOIN tasks t ON t.id = j.task
        JOIN accounts a ON a.id = coalesce(q.account_id, t.account_id)
        WHERE j.name <> 'permits' || coalesce('.' || a.worker_label, ''))::int wrong_lane
    FROM queues`);
  return rows[0] ?? {};
}

export const noFaults = {
  counters: 0,
  issued: 0,
  i2: 0,
  i1: 0,
  i3: 0,
  i4: 0,
  free_without_permit: 0,
  void_permits: 0,
  sessions: 0,
  wrong_lane: 0,
};
