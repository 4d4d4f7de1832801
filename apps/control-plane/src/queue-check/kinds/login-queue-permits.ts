import { defineCheck } from '../define-check.ts';
import { LOGIN_QUEUES } from '../permit-tables.ts';
import { COUNT_AGAIN, rebuild } from '../rebuild-login-queue.ts';

export const loginQueuePermits = defineCheck({
  kind: 'login_queue_permits',
  severity: 'fault',
  find: `${LOGIN_QUEUES}, due AS (
        SELECT *, CASE WHEN pause IS NULL THEN greatest(0, least(max_running - real_running, real_waiting)) ELSE 0 END due
        FROM queues)
      SELECT ids, jsonb_build_object('permits', due) expected, jsonb_build_object('permits', real_issued) found
      FROM due WHERE real_issued <> due`,
  repair: COUNT_AGAIN,
  planRepair: ({ ids }) => rebuild(Number(ids['login_queue_id'])),
});
