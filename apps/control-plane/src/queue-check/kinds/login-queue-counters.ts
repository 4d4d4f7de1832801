import { defineCheck } from '../define-check.ts';
import { LOGIN_QUEUES } from '../permit-tables.ts';
import { COUNT_AGAIN, rebuild } from '../rebuild-login-queue.ts';

export const loginQueueCounters = defineCheck({
  kind: 'login_queue_counters',
  severity: 'fault',
  find: `${LOGIN_QUEUES} SELECT ids,
      jsonb_build_object('waiting', real_waiting, 'running', real_running, 'issued', real_issued) expected,
      jsonb_build_object('waiting', waiting, 'running', running, 'issued', issued) found
      FROM queues WHERE (waiting, running, issued) <> (real_waiting, real_running, real_issued)`,
  repair: COUNT_AGAIN,
  planRepair: ({ ids }) => rebuild(Number(ids['login_queue_id'])),
});
