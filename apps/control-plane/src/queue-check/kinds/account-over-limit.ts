import { defineCheck, NO_REPAIR } from '../define-check.ts';

export const accountOverLimit = defineCheck({
  kind: 'account_over_limit',
  severity: 'notice',
  find: `SELECT jsonb_build_object('account_id', id) ids, jsonb_build_object('running_at_most', account_limit(id)) expected,
      jsonb_build_object('running', account_running(id)) found FROM accounts 
      WHERE pause IS NULL AND account_running(id) > account_limit(id)`,
  repair: NO_REPAIR,
});
