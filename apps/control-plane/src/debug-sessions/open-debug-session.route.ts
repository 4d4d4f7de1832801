import { defineRoute } from '../http/define-route.ts';
import { requireReadScope } from '../http/require-read-scope.ts';
import type { DebugSessionStore } from './debug-session-store.ts';

/** Stores the session and responds immediately, before its browser opens. */
export const openDebugSession = defineRoute(
  'openDebugSession',
  async (
    { debugSessions }: { readonly debugSessions: DebugSessionStore },
    { body, accountId, apiKeyId, scopes, signal },
  ) => {
    requireReadScope(scopes, { replay_of: body.replay_of });
    const session = await debugSessions.open({ accountId, apiKeyId, signal }, body);
    return { status: 201, body: { success: true, session } };
  },
);
