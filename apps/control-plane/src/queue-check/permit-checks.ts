import type { QueueCheck } from './deviation.ts';

const COUNT_AGAIN =
  'Counts the tasks and permits of the login queue again with its row locked, and sends or withdraws what its limit asks for.';
const NO_REPAIR =
  'Nothing: a limit was lowered below what ran. No more starts until it holds again.';

/** Permits in every place. Until a claim commits, every snapshot shows its permit in the lane. */
const PERMITS = `WITH lane_jobs AS MATERIALIZED (
    SELECT id, name lane, (data->>'loginQueueId')::int login, (data->>'taskId')::uuid task FROM pgboss.job
    WHERE name = 'permits' OR name LIKE 'permits.%'
  ), permits AS MATERIALIZED (
    SELECT id, lane, login, task FROM lane_jobs
    UNION ALL SELECT id, NULL, login_queue_id, task_id FROM parked_permits
    UNION ALL SELECT id, NULL, login_queue_id, NULL FROM warm_sessions WHERE permit_tag IS NOT NULL
  )`;

const LOGIN_QUEUES = `${PERMITS}, tasks_of AS (
    SELECT login_queue_id login, count(*) FILTER (WHERE status = 'queued') waiting,
      count(*) FILTER (WHERE status <> 'queued') running
    FROM tasks WHERE status IN ('queued', 'allocated', 'running') AND login_queue_id IS NOT NULL GROUP BY 1
  ), queues AS (
    SELECT q.*, jsonb_build_object('login_queue_id', q.id) ids, coalesce(t.waiting, 0) real_waiting,
      coalesce(t.running, 0) real_running, coalesce(p.n, 0) real_issued
    FROM login_queues q LEFT JOIN tasks_of t ON t.login = q.id
    LEFT JOIN (SELECT login, count(*) n FROM permits GROUP BY 1) p ON p.login = q.id
  )`;

/**
 * Checks the counters of login queues, the limits and other invariants (I1 to I6 of
 * prisma/functions/README.md), and that each permit is in its place.
 */
export const permitChecks: readonly QueueCheck[] = [
  {
    kind: 'login_queue_counters',
    severity: 'fault',
    repair: COUNT_AGAIN,
    sql: `${LOGIN_QUEUES} SELECT ids,
      jsonb_build_object('waiting', real_waiting, 'running', real_running, 'issued', real_issued) expected,
      jsonb_build_object('waiting', waiting, 'running', running, 'issued', issued) found
      FROM queues WHERE (waiting, running, issued) <> (real_waiting, real_running, real_issued)`,
  },
  {
    kind: 'login_queue_permits',
    severity: 'fault',
    repair: COUNT_AGAIN,
    sql: `${LOGIN_QUEUES}, due AS (
        SELECT *, greatest(0, least(max_running - real_running, real_waiting)) due FROM queues)
      SELECT ids, jsonb_build_object('permits', due) expected, jsonb_build_object('permits', real_issued) found
      FROM due WHERE real_issued <> due`,
  },
  {
    kind: 'login_over_limit',
    severity: 'notice',
    repair: NO_REPAIR,
    sql: `${LOGIN_QUEUES} SELECT ids, jsonb_build_object('running_at_most', max_running) expected,
      jsonb_build_object('running', real_running) found FROM queues WHERE real_running > max_running`,
  },
  {
    kind: 'portal_over_limit',
    severity: 'notice',
    repair: NO_REPAIR,
    sql: `SELECT jsonb_build_object('portal_id', id) ids, jsonb_build_object('running_at_most', max_parallelism) expected,
      jsonb_build_object('room', portal_room(p)) found FROM portals p WHERE portal_room(p) < 0`,
  },
  {
    kind: 'portal_idle',
    severity: 'fault',
    repair: 'Sends as many parked permits to their lane as the portal has room for.',
    sql: `${PERMITS}, busy AS (
        SELECT p.id, portal_room(p) room, (SELECT count(*) FROM lane_jobs j LEFT JOIN login_queues q ON q.id = j.login
          LEFT JOIN tasks t ON t.id = j.task WHERE coalesce(q.portal_id, t.portal_id) = p.id) coming
        FROM portals p WHERE EXISTS (SELECT FROM parked_permits WHERE portal_id = p.id))
      SELECT jsonb_build_object('portal_id', id) ids, jsonb_build_object('parked', 0) expected,
        jsonb_build_object('parked', (SELECT count(*) FROM parked_permits WHERE portal_id = busy.id), 'room', room,
          'permits_in_lane', coming) found FROM busy WHERE room > coming`,
  },
  {
    kind: 'account_over_limit',
    severity: 'notice',
    repair: NO_REPAIR,
    sql: `SELECT jsonb_build_object('account_id', id) ids, jsonb_build_object('running_at_most', account_limit(id)) expected,
      jsonb_build_object('running', account_running(id)) found FROM accounts WHERE account_running(id) > account_limit(id)`,
  },
  {
    kind: 'account_idle',
    severity: 'fault',
    repair:
      'Sends as many parked permits to their lane as the account may start, which a running control plane does within a second.',
    sql: `${PERMITS}, held_back AS (
        SELECT account_id id, count(*) parked FROM parked_permits WHERE account_id IS NOT NULL GROUP BY 1
        HAVING min(parked_at) < now() - interval '60 s'
      ), busy AS (
        SELECT h.*, coalesce(account_limit(id), 2147483647) - account_running(id) room, (SELECT count(*) FROM lane_jobs j
          LEFT JOIN login_queues q ON q.id = j.login LEFT JOIN tasks t ON t.id = j.task
          WHERE coalesce(q.account_id, t.account_id) = h.id) coming
        -- The limit may have risen a moment ago.
        FROM held_back h WHERE NOT EXISTS (SELECT FROM workers WHERE first_seen_at > now() - interval '60 s')
      )
      SELECT jsonb_build_object('account_id', id) ids, jsonb_build_object('parked', 0) expected,
        jsonb_build_object('parked', parked, 'room', room, 'permits_in_lane', coming) found FROM busy WHERE room > coming`,
  },
  {
    kind: 'task_without_permit',
    severity: 'fault',
    repair: 'Gives the task a new permit with its row locked.',
    sql: `${PERMITS} SELECT jsonb_build_object('task_id', t.id) ids, jsonb_build_object('permits', 1) expected,
      jsonb_build_object('permits', 0) found FROM tasks t WHERE login_queue_id IS NULL AND status = 'queued'
        AND NOT EXISTS (SELECT FROM permits p WHERE p.id = t.permit_job_id)`,
  },
  {
    kind: 'orphan_permit',
    severity: 'fault',
    repair: 'Deletes the permit, which lets no task run.',
    sql: `${PERMITS} SELECT jsonb_build_object('permit_id', p.id, 'lane', p.lane, 'task_id', p.task, 'login_queue_id', p.login) ids,
      '{"permits": 0}'::jsonb expected, '{"permits": 1}'::jsonb found
      FROM permits p WHERE CASE WHEN p.login IS NOT NULL THEN NOT EXISTS (SELECT FROM login_queues WHERE id = p.login)
        ELSE NOT EXISTS (SELECT FROM tasks t WHERE t.id = p.task AND t.permit_job_id = p.id AND t.status = 'queued') END`,
  },
  {
    kind: 'wrong_lane',
    severity: 'fault',
    repair: "Moves the permit to the lane of its account's label.",
    sql: `${PERMITS}, placed AS (
        SELECT j.*, 'permits' || coalesce('.' || a.worker_label, '') own FROM lane_jobs j
        LEFT JOIN login_queues q ON q.id = j.login LEFT JOIN tasks t ON t.id = j.task
        JOIN accounts a ON a.id = coalesce(q.account_id, t.account_id))
      SELECT jsonb_build_object('permit_id', id, 'task_id', task, 'login_queue_id', login) ids,
        jsonb_build_object('lane', own) expected, jsonb_build_object('lane', lane) found FROM placed WHERE lane <> own`,
  },
];
