import { defineRoute } from '../http/define-route.ts';
import type { DebugSessionStore } from './debug-session-store.ts';

export const endDebugSession = defineRoute(
  'endDebugSession',
  async (
    { debugSessions }: { readonly debugSessions: DebugSessionStore },
    { params, accountId },
  ) => {
    const session = await debugSessions.end({ accountId, sessionId: params.session_id });
    return { status: 200, body: { success: true, session } };
  },
);
