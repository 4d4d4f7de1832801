import { writeEventStream } from '../events/event-stream.ts';
import type { KeyWatch } from '../events/key-watch.ts';
import { readLastEventId } from '../events/read-last-event-id.ts';
import { defineRoute } from '../http/define-route.ts';
import type { SessionFeed } from './session-feed.ts';

export const streamSessionEvents = defineRoute(
  'streamSessionEvents',
  async (
    { sessionFeed, keyWatch }: { readonly sessionFeed: SessionFeed; readonly keyWatch: KeyWatch },
    { params, headers, query, accountId, apiKeyId, cookieSessionId, signal: open },
  ) => {
    const signal = keyWatch.whileValid({ apiKeyId, cookieSessionId }, open);
    const after = readLastEventId(headers, query, readNumber) ?? 0;
    const session = { accountId, sessionId: params.session_id };
    const events = await sessionFeed.listen(session, { after, signal });
    // 204 is the only response after which a client of server-sent events does not reconnect.
    if (!events) return { status: 204 };
    return { status: 200, events: writeEventStream(events) };
  },
  { isHeldOpen: true },
);

/** Undefined for text that is not an event id. */
function readNumber(text: string): number | undefined {
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}
