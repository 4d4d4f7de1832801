import type { Database } from '../database/connect-database.ts';

/** One snapshot: counters against rows, permits against counters, invariants I1 and I2. All zero is right. */
export async function findQueueFaults(database: Database): Promise<Record<string, number>> {
  const { rows } = await database.pool.query<Record<string, number>>(`
    WITH permits AS (
      SELECT id, data FROM pgboss.job WHERE name = 'permits'
    ), of_queue AS (
      SELECT (data->>'loginQueueId')::int queue, count(*) n FROM permits GROUP BY 1
    ), tasks_of AS (
      SELECT login_queue_id queue, count(*) FILTER (WHERE status = 'queued') waiting,
        count(*) FILTER (WHERE status IN ('allocated', 'running')) running
      FROM tasks GROUP BY 1
    ), queues AS (
      SELECT q.*, coalesce(t.waiting, 0) real_waiting, coalesce(t.running, 0) real_running, coalesce(p.n, 0) sent
      FROM login_queues q LEFT JOIN tasks_of t ON t.queue = q.id LEFT JOIN of_queue p ON p.queue = q.id
    )
    SELECT count(*) FILTER (WHERE waiting <> real_waiting OR running <> real_running)::int counters,
      count(*) FILTER (WHERE issued <> sent)::int issued,
      count(*) FILTER (WHERE sent <> greatest(0, least(max_running - running, waiting)))::int i2,
      count(*) FILTER (WHERE running > max_running)::int i1,
      (SELECT count(*) FROM tasks t WHERE login_queue_id IS NULL AND status = 'queued'
        AND NOT EXISTS (SELECT FROM permits p WHERE p.id = t.permit_job_id))::int free_without_permit,
      (SELECT count(*) FROM permits p WHERE data ? 'taskId' AND NOT EXISTS (
        SELECT FROM tasks t WHERE t.permit_job_id = p.id AND t.status = 'queued'))::int void_permits
    FROM queues`);
  return rows[0] ?? {};
}

export const noFaults = {
  counters: 0,
  issued: 0,
  i2: 0,
  i1: 0,
  free_without_permit: 0,
  void_permits: 0,
};
