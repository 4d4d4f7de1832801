import type { Transaction } from '../database/transaction.ts';
import type { TaskStatus } from '../task-rows/task-status.ts';

/** Positions beyond this are not counted, so that a long queue costs no more than a short one. */
export const MAX_PLACE = 10_000;

/** The state of a task and of everything that it may wait for. */
export interface Wait {
  readonly status: TaskStatus;
  readonly login_queue_id: number | null;
  readonly login_queue: string | null;
  /** The first applicable pause by an operator; null if there is none. */
  readonly paused: 'account' | 'portal' | 'login' | null;
  readonly pause: { readonly reason: string; readonly expires_at: string | null } | null;
  readonly is_dedicated: boolean;
  readonly portal_id: number;
  readonly origin: string;
  readonly max_parallelism: number | null;
  /** As returned by portal_room in prisma/functions. */
  readonly room: number;
  /** Warm sessions of the portal without a running task. */
  readonly unused_sessions: number;
  /** Limit of the login queue. This and the next two are null without a login queue. */
  readonly max_running: number | null;
  readonly running: number | null;
  readonly issued: number | null;
  /** Permits of the login queue, or of the task, that are parked at the portal. */
  readonly parked: number;
  /** Permits of the login queue, or of the task, that are parked until the account may run more. */
  readonly held_back: number;
  /**
   * How many tasks the account may run concurrently, as returned by account_limit in
   * prisma/functions; 0 when its minutes are used up.
   */
  readonly account_limit: number | null;
  readonly account_running: number;
  /** Permits of the login queue that were given to its warm sessions. */
  readonly given: number;
  /**
   * How many come first: waiting tasks of the login queue, or else of the account, or permits
   * parked at the portal. At most MAX_PLACE.
   */
  readonly ahead: number;
  /** Whether a worker that serves the account was seen within the last 60 seconds. */
  readonly has_worker: boolean;
  /** Whether one of those workers speaks a version of the worker protocol that the task needs. */
  readonly is_understood: boolean;
  /** Median duration of the endpoint's last 20 successful tasks, in seconds. */
  readonly median_seconds: number | null;
}

/**
 * Returns undefined if the account has no such task. Every lookup uses an index, and every count is
 * bounded. Counts nothing about other accounts or the workers, because that would reveal what
 * others run.
 */
export async function readWait(
  transaction: Transaction,
  accountId: string,
  taskId: string,
): Promise<Wait | undefined> {
  const { rows } = await transaction.query<Wait>(
    `WITH task AS (
       SELECT *, coalesce(priority, 2147483647) rank,
         (SELECT tag FROM parked_permits WHERE id = permit_job_id AND portal_id IS NOT NULL) parked_tag
       FROM tasks WHERE id = $1 AND account_id = $2
     )
     SELECT t.status, t.login_queue_id, q.key login_queue, t.is_dedicated, t.portal_id,
       CASE WHEN a.pause IS NOT NULL THEN 'account' WHEN p.pause IS NOT NULL THEN 'portal'
         WHEN q.pause IS NOT NULL THEN 'login' END paused,
       coalesce(a.pause, p.pause, q.pause) pause,
       p.origin, p.max_parallelism, portal_room(p) room, q.max_running, q.running, q.issued,
       (SELECT count(*)::int FROM warm_sessions WHERE portal_id = p.id AND state <> 'busy') unused_sessions,
       (SELECT count(*)::int FROM parked_permits WHERE login_queue_id = t.login_queue_id AND portal_id IS NOT NULL)
         + (t.parked_tag IS NOT NULL)::int parked,
       (SELECT count(*)::int FROM parked_permits WHERE login_queue_id = t.login_queue_id AND account_id IS NOT NULL)
         + (SELECT count(*)::int FROM parked_permits WHERE id = t.permit_job_id AND account_id IS NOT NULL) held_back,
       account_limit(t.account_id), account_running(t.account_id),
       (SELECT count(*)::int FROM warm_sessions WHERE login_queue_id = t.login_queue_id AND permit_tag IS NOT NULL) given,
       CASE WHEN q.id IS NOT NULL THEN (SELECT count(*)::int FROM (
         SELECT FROM tasks o WHERE o.login_queue_id = q.id AND o.status = 'queued'
           AND (coalesce(o.priority, 2147483647), o.sequence) < (t.rank, t.sequence) LIMIT ${MAX_PLACE}) o)
       WHEN t.parked_tag IS NULL THEN (SELECT count(*)::int FROM (
         SELECT FROM tasks o WHERE o.account_id = t.account_id AND o.status = 'queued'
           AND (o.created_at, o.id) < (t.created_at, t.id) LIMIT ${MAX_PLACE}) o)
       ELSE (SELECT count(*)::int FROM (
         SELECT FROM parked_permits o WHERE o.portal_id = p.id AND o.tag < t.parked_tag LIMIT ${MAX_PLACE}) o) END ahead,
       EXISTS (SELECT FROM workers w
         WHERE w.last_seen_at > now() - interval '60 s' AND is_served(t.account_id, w.id)) has_worker,
       EXISTS (SELECT FROM workers w WHERE w.last_seen_at > now() - interval '60 s'
         AND is_served(t.account_id, w.id) AND is_understood(t.id, w.protocol)) is_understood,
       (SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY seconds) FROM (
         SELECT extract(epoch FROM o.completed_at - o.allocated_at)::float8 seconds FROM tasks o
         WHERE o.account_id = t.account_id AND o.endpoint_name = t.endpoint_name AND o.status = 'success'
         ORDER BY o.created_at DESC, o.id DESC LIMIT 20) o) median_seconds
     FROM task t JOIN portals p ON p.id = t.portal_id JOIN accounts a ON a.id = t.account_id LEFT JOIN login_queues q ON q.id = t.login_queue_id`,
    [taskId, accountId],
  );
  return rows[0];
}
