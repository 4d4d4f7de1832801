import { defineRoute } from '../http/define-route.ts';
import type { DebugSessionStore } from './debug-session-store.ts';

export const listDebugSessions = defineRoute(
  'listDebugSessions',
  async (
    { debugSessions }: { readonly debugSessions: DebugSessionStore },
    { query, accountId },
  ) => {
    const sessions = await debugSessions.list(accountId, query.state);
    return { status: 200, body: { success: true, sessions } };
  },
);
