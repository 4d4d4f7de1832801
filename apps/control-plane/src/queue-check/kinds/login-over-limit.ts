import { defineCheck, NO_REPAIR } from '../define-check.ts';
import { LOGIN_QUEUES } from '../permit-tables.ts';

export const loginOverLimit = defineCheck({
  kind: 'login_over_limit',
  severity: 'notice',
  find: `${LOGIN_QUEUES} SELECT ids, jsonb_build_object('running_at_most', max_running) expected,
      jsonb_build_object('running', real_running) found FROM queues WHERE real_running > max_running`,
  repair: NO_REPAIR,
});
