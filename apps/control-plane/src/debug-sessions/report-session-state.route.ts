import { defineRoute } from '../http/define-route.ts';
import { holderOf } from '../leases/holder-of.ts';
import type { DebugSessionStore } from './debug-session-store.ts';

export const reportSessionState = defineRoute(
  'reportSessionState',
  async ({ debugSessions }: { readonly debugSessions: DebugSessionStore }, { params, body }) => {
    const { worker_id: _worker, lease_epoch: _epoch, lease_secret: _secret, ...report } = body;
    await debugSessions.reportState(holderOf(params, body), report);
    return { status: 204 };
  },
);
