import { defineRoute } from '../http/define-route.ts';
import { holderOf } from '../leases/holder-of.ts';
import type { DebugSessionStore } from './debug-session-store.ts';

export const reportSessionEvents = defineRoute(
  'reportSessionEvents',
  async ({ debugSessions }: { readonly debugSessions: DebugSessionStore }, { params, body }) => {
    await debugSessions.reportEvents(holderOf(params, body), body.events);
    return { status: 204 };
  },
);
