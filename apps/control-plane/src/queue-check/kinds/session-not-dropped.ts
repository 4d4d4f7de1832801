import { defineCheck } from '../define-check.ts';

export const sessionNotDropped = defineCheck({
  kind: 'session_not_dropped',
  severity: 'fault',
  find: `SELECT jsonb_build_object('session_id', id, 'worker_id', worker_id) ids,
      jsonb_build_object('expires_at_least', now() - interval '60 s') expected, jsonb_build_object('expires_at', expires_at) found
      FROM warm_sessions WHERE state <> 'busy' AND expires_at < now() - interval '60 s'`,
  repair:
    'Drops the session and sends its permit to the lane, which a running control plane does within a second.',
  planRepair: () => ({
    key: 'session_not_dropped',
    run: async ({ sessions }) => {
      const dropped = await sessions.dropLost();
      return dropped.length === 0 ? undefined : { sessions_dropped: dropped };
    },
  }),
});
