import type { ErrandSchemas } from '../api-schemas.ts';
import type { EventStream } from '../events/follow-events.ts';

/** An event of a debug session. Ignore kinds that you do not know: later servers may send more. */
export type SessionEvent = ErrandSchemas['SessionEvent'];

/** The events of a debug session from its beginning to its end. */
export const eventsOfSession = (sessionId: string): EventStream<SessionEvent> => ({
  path: `/api/v1/sessions/${encodeURIComponent(sessionId)}/events`,
  isLast: ({ event, data }) => event === 'state' && data['state'] === 'ended',
});
