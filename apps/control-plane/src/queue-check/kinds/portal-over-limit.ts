import { defineCheck, NO_REPAIR } from '../define-check.ts';

export const portalOverLimit = defineCheck({
  kind: 'portal_over_limit',
  severity: 'notice',
  find: `SELECT jsonb_build_object('portal_id', id) ids, jsonb_build_object('running_at_most', max_parallelism) expected,
      jsonb_build_object('room', portal_room(p)) found FROM portals p WHERE portal_room(p) < 0`,
  repair: NO_REPAIR,
});
