import { defineRoute } from '../http/define-route.ts';
import type { DebugSessionStore } from './debug-session-store.ts';

export const getDebugSession = defineRoute(
  'getDebugSession',
  async (
    { debugSessions }: { readonly debugSessions: DebugSessionStore },
    { params, accountId },
  ) => {
    const session = await debugSessions.get({ accountId, sessionId: params.session_id });
    return { status: 200, body: { success: true, session } };
  },
);
