import { defineRoute } from '../http/define-route.ts';
import type { StreamUrls } from '../live-view/stream-urls.ts';
import type { DebugSessionStore } from './debug-session-store.ts';

export const createSessionStreamUrl = defineRoute(
  'createSessionStreamUrl',
  async (
    {
      debugSessions,
      streamUrls,
    }: { readonly debugSessions: DebugSessionStore; readonly streamUrls: StreamUrls },
    { params, query, accountId, apiKeyId },
  ) => {
    const { mode = 'view' } = query;
    const { session_id: taskId } = await debugSessions.get({
      accountId,
      sessionId: params.session_id,
    });
    const viewer = { accountId, apiKeyId, taskId, kind: 'session', mode } as const;
    const { url, expiresAt } = await streamUrls.create(viewer);
    return { status: 200, body: { stream_url: url, expires_at: expiresAt.toISOString(), mode } };
  },
);
