import type { QueueCheck } from './deviation.ts';

const HELD = `status IN ('allocated', 'running')`;

/**
 * A condition that matches sessions `s` in a wrong state. A busy session has no permit and a task
 * that its worker holds; any other session has no task and has an expiry.
 */
export const BAD_SESSION = `CASE WHEN s.state = 'busy' THEN s.permit_tag IS NOT NULL OR NOT EXISTS (
    SELECT FROM tasks t WHERE t.id = s.task_id AND t.${HELD} AND t.worker_id = s.worker_id)
  ELSE s.task_id IS NOT NULL OR s.expires_at IS NULL END`;

/**
 * Checks sessions, leases, attempts, human waits and deliveries against the states of their tasks.
 */
export const taskChecks: readonly QueueCheck[] = [
  {
    kind: 'session_state',
    severity: 'fault',
    repair:
      'Drops the session, whose worker then ends its browser, and counts the permits of its login queue again.',
    sql: `SELECT jsonb_build_object('session_id', s.id, 'login_queue_id', s.login_queue_id, 'worker_id', s.worker_id,
        'task_id', s.task_id) ids,
      jsonb_build_object('state', s.state, 'task', CASE WHEN s.state = 'busy' THEN 'held by the worker' END) expected,
      jsonb_build_object('state', s.state, 'task', (SELECT t.status FROM tasks t WHERE t.id = s.task_id),
        'has_permit', s.permit_tag IS NOT NULL) found
      FROM warm_sessions s WHERE ${BAD_SESSION}`,
  },
  {
    kind: 'session_not_dropped',
    severity: 'fault',
    repair:
      'Drops the session and sends its permit to the lane, which a running control plane does within a second.',
    sql: `SELECT jsonb_build_object('session_id', id, 'worker_id', worker_id) ids,
      jsonb_build_object('expires_at_least', now() - interval '60 s') expected, jsonb_build_object('expires_at', expires_at) found
      FROM warm_sessions WHERE state <> 'busy' AND expires_at < now() - interval '60 s'`,
  },
  {
    kind: 'lease_not_taken_back',
    severity: 'fault',
    repair: 'Takes the lease back, which a running control plane does within a second.',
    sql: `SELECT jsonb_build_object('task_id', id, 'worker_id', worker_id) ids,
      jsonb_build_object('lease_expires_at_least', now() - interval '60 s') expected,
      jsonb_build_object('lease_expires_at', lease_expires_at) found
      FROM tasks WHERE ${HELD} AND (lease_expires_at IS NULL OR lease_expires_at < now() - interval '60 s')`,
  },
  {
    kind: 'task_without_attempt',
    severity: 'fault',
    repair: 'Writes the open attempt of the lease.',
    sql: `SELECT jsonb_build_object('task_id', t.id, 'attempt', t.lease_epoch) ids,
      jsonb_build_object('attempt', 'open') expected, jsonb_build_object('attempt', CASE WHEN a.task_id IS NULL THEN 'none'
        WHEN a.ended_at IS NOT NULL THEN 'ended' ELSE 'of worker ' || a.worker_id END) found
      FROM tasks t LEFT JOIN attempts a ON a.task_id = t.id AND a.lease_epoch = t.lease_epoch
      WHERE t.${HELD} AND (a.task_id IS NULL OR a.ended_at IS NOT NULL OR a.worker_id IS DISTINCT FROM t.worker_id)`,
  },
  {
    kind: 'attempt_without_task',
    severity: 'fault',
    repair: 'Ends the attempt as lost.',
    sql: `SELECT jsonb_build_object('task_id', a.task_id, 'attempt', a.lease_epoch) ids,
      jsonb_build_object('attempt', 'ended') expected,
      jsonb_build_object('attempt', 'open', 'task', t.status, 'lease_epoch', t.lease_epoch) found
      FROM attempts a JOIN tasks t ON t.id = a.task_id
      WHERE a.ended_at IS NULL AND NOT (t.${HELD} AND t.lease_epoch = a.lease_epoch)`,
  },
  {
    kind: 'human_wait_without_task',
    severity: 'fault',
    repair: 'Ends the wait.',
    sql: `SELECT jsonb_build_object('task_id', w.task_id, 'wait_id', w.id) ids,
      jsonb_build_object('wait', 'ended') expected,
      jsonb_build_object('wait', 'open', 'attempt', w.lease_epoch, 'task', t.status, 'lease_epoch', t.lease_epoch) found
      FROM human_waits w JOIN tasks t ON t.id = w.task_id
      WHERE w.ended_at IS NULL AND NOT (t.${HELD} AND t.lease_epoch = w.lease_epoch)`,
  },
  {
    kind: 'delivery_missing',
    severity: 'fault',
    repair: 'Writes the delivery and queues it.',
    sql: `SELECT jsonb_build_object('task_id', t.id) ids, '{"deliveries": 1}'::jsonb expected, '{"deliveries": 0}'::jsonb found
      FROM tasks t JOIN recordings r ON r.id = t.recording_id
      WHERE t.status IN ('success', 'failed', 'cancelled')
        -- An address that the recording was given later is for later tasks.
        AND (t.task_callback_url IS NOT NULL OR r.callback_url IS NOT NULL AND r.updated_at <= t.completed_at)
        AND NOT EXISTS (SELECT FROM callback_deliveries d WHERE d.task_id = t.id AND d.human_wait_id IS NULL)`,
  },
];
