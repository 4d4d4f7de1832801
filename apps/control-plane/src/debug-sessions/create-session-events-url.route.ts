import type { EventTickets } from '../events/event-tickets.ts';
import { defineRoute } from '../http/define-route.ts';
import type { DebugSessionStore } from './debug-session-store.ts';

export const createSessionEventsUrl = defineRoute(
  'createSessionEventsUrl',
  async (
    {
      debugSessions,
      eventTickets,
    }: { readonly debugSessions: DebugSessionStore; readonly eventTickets: EventTickets },
    { params, accountId, apiKeyId },
  ) => {
    const { session_id: id } = await debugSessions.get({
      accountId,
      sessionId: params.session_id,
    });
    const { url, expiresAt } = eventTickets.createUrl({ accountId, apiKeyId }, { sessions: id });
    return { status: 200, body: { events_url: url, expires_at: expiresAt.toISOString() } };
  },
);
