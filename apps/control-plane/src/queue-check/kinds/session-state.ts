import { BAD_SESSION } from '../bad-session.ts';
import { defineCheck } from '../define-check.ts';
import { rebuild } from '../rebuild-login-queue.ts';

export const sessionState = defineCheck({
  kind: 'session_state',
  severity: 'fault',
  find: `SELECT jsonb_build_object('session_id', s.id, 'login_queue_id', s.login_queue_id, 'worker_id', s.worker_id,
        'task_id', s.task_id) ids,
      jsonb_build_object('state', s.state, 'task', CASE WHEN s.state = 'busy' THEN 'held by the worker' END) expected,
      jsonb_build_object('state', s.state, 'task', (SELECT t.status FROM tasks t WHERE t.id = s.task_id),
        'has_permit', s.permit_tag IS NOT NULL) found
      FROM warm_sessions s WHERE ${BAD_SESSION}`,
  repair:
    'Drops the session, whose worker then closes its browser, and recounts the permits of its login queue.',
  planRepair: ({ ids }) => rebuild(Number(ids['login_queue_id'])),
});
