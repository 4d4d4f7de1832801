import type { Database } from '../database/connect-database.ts';

/** How many of a queue's running and of its next tasks are read for `endpoint_names`. */
const TASKS_READ = 50;
/** Larger inputs are not read for `unique_parameters`. */
const INPUTS_BYTES = 100_000;
const UNIQUE_PARAMETERS_BYTES = 2_000;

const OPEN_TASKS = `(
  (SELECT endpoint_name, is_dedicated FROM tasks
   WHERE login_queue_id = q.id AND status IN ('allocated', 'running') LIMIT ${TASKS_READ})
  UNION ALL
  (SELECT endpoint_name, is_dedicated FROM tasks WHERE login_queue_id = q.id AND status = 'queued'
   ORDER BY coalesce(priority, 2147483647), sequence LIMIT ${TASKS_READ}))`;

/** Any open task of a queue has them, because its tasks share them. */
const UNIQUE_PARAMETERS = `(
  SELECT CASE WHEN pg_column_size(t.input_parameters) <= ${INPUTS_BYTES} THEN coalesce(
    (SELECT jsonb_object_agg(name, t.input_parameters -> name) FROM unnest(t.unique_parameter_names) name), '{}') END
  FROM tasks t WHERE t.login_queue_id = q.id AND t.status IN ('queued', 'allocated', 'running') LIMIT 1)`;

export interface LoginQueueState {
  readonly login_queue: string;
  readonly portal: string;
  /** Null if they are large. Without a member for a queue of dedicated tasks that name no login. */
  readonly unique_parameters: Record<string, string[]> | null;
  /** Endpoint names of its running tasks and of those that run next, at most 50 tasks of each. */
  readonly endpoint_names: string[];
  /** Whether one of these tasks uses a dedicated session. */
  readonly is_dedicated: boolean;
  readonly waiting: number;
  readonly running: number;
  readonly per_login_parallelism: number;
  /** The queue's held tasks, longest held first, at most 50. */
  readonly held_by: string[];
  readonly oldest_waiting_since: Date | null;
  readonly is_paused: boolean;
}

/**
 * Returns the account's login queues with waiting or running tasks, the longest first. Reads only
 * the login queues that are in use, and only the tasks of the returned ones.
 */
export async function listLoginQueues(
  { pool }: Pick<Database, 'pool'>,
  accountId: string,
  limit: number,
): Promise<readonly LoginQueueState[]> {
  const { rows } = await pool.query<LoginQueueState>(
    `SELECT q.key login_queue, p.origin portal,
       CASE WHEN octet_length(logins.shared::text) <= ${UNIQUE_PARAMETERS_BYTES} THEN logins.shared END unique_parameters,
       coalesce(open.endpoint_names, '{}') endpoint_names, coalesce(open.is_dedicated, false) is_dedicated,
       q.waiting, q.running, q.max_running per_login_parallelism,
       ARRAY(SELECT id::text FROM tasks WHERE login_queue_id = q.id AND status IN ('allocated', 'running')
         ORDER BY allocated_at, id LIMIT 50) held_by,
       (SELECT created_at FROM tasks WHERE login_queue_id = q.id AND status = 'queued'
         ORDER BY created_at, id LIMIT 1) oldest_waiting_since,
       coalesce(a.pause, p.pause, q.pause) IS NOT NULL is_paused
     FROM (SELECT * FROM login_queues WHERE account_id = $1 AND is_in_use AND (waiting > 0 OR running > 0)
       ORDER BY waiting DESC, running DESC, id LIMIT $2) q
     JOIN portals p ON p.id = q.portal_id JOIN accounts a ON a.id = q.account_id
     CROSS JOIN LATERAL (SELECT array_agg(DISTINCT endpoint_name ORDER BY endpoint_name) endpoint_names,
       bool_or(is_dedicated) is_dedicated FROM ${OPEN_TASKS} read) open
     CROSS JOIN LATERAL (SELECT ${UNIQUE_PARAMETERS} shared) logins
     ORDER BY q.waiting DESC, q.running DESC, q.id`,
    [accountId, limit],
  );
  return rows;
}

/** Workers that serve an account, and are not being drained. */
export interface ServingWorkers {
  /** Seen within the last 60 seconds. */
  readonly alive: number;
  readonly slots: number;
  /** Held tasks of the account. */
  readonly running: number;
  /** How many of them have a provider of language models. */
  readonly with_models: number;
  /** How many of them store a video of each attempt. */
  readonly with_recording: number;
}

/** A worker that serves an account. */
export interface AliveWorker {
  readonly worker_id: string;
  readonly slots: number | null;
  /** Tasks of the account that it holds. */
  readonly running: number;
  readonly last_seen_at: Date;
}

const SERVING = `ended_at IS NULL AND last_seen_at > now() - interval '60 s' AND is_served($1, id)`;

/** The workers that `countWorkers` counts, at most 1000. */
export async function listWorkers(
  { pool }: Pick<Database, 'pool'>,
  accountId: string,
): Promise<readonly AliveWorker[]> {
  const { rows } = await pool.query<AliveWorker>(
    `SELECT id worker_id, slots, last_seen_at,
       (SELECT count(*)::int FROM tasks t WHERE t.worker_id = w.id AND t.account_id = $1
         AND t.status IN ('allocated', 'running')) running
     FROM workers w WHERE ${SERVING} ORDER BY slots DESC NULLS LAST, id LIMIT 1000`,
    [accountId],
  );
  return rows;
}

export async function countWorkers(
  { pool }: Pick<Database, 'pool'>,
  accountId: string,
): Promise<ServingWorkers> {
  const { rows } = await pool.query<ServingWorkers>(
    `SELECT count(*)::int alive, coalesce(sum(slots), 0)::int slots,
       account_running($1) running,
       count(*) FILTER (WHERE 'models' = ANY(features))::int with_models,
       count(*) FILTER (WHERE 'recording' = ANY(features))::int with_recording
     FROM workers
     WHERE ${SERVING}`,
    [accountId],
  );
  const [counted] = rows;
  if (!counted) throw new Error('count returned no row.');
  return counted;
}
