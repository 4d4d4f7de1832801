import { SealedValueError, type Sealer } from '@errand/secrets';
import type { Database } from '../database/connect-database.ts';
import { isUuid } from '../database/is-uuid.ts';
import { sealedContext } from '../database/sealed-context.ts';
import { followChanges } from '../events/follow-changes.ts';
import type { ListenerPlaces } from '../events/listener-places.ts';
import type { Bell } from '../transitions/bell.ts';
import { DebugSessionNotFoundError } from './debug-session-errors.ts';
import type { OwnedSession, SessionEvent } from './debug-session.ts';
import { watchSession } from './watch-session.ts';

const PAGE = 200;

/** Streams the events of debug sessions to listeners. */
export interface SessionFeed {
  /**
   * The events after a number, until the end of the session, the signal or the time limit.
   * Undefined when no event can follow. Throws DebugSessionNotFoundError, TooManyListenersError,
   * FeedClosedError.
   */
  readonly listen: (
    session: OwnedSession,
    options: { readonly after: number; readonly signal: AbortSignal },
  ) => Promise<AsyncIterable<SessionEvent> | undefined>;
}

interface Parts {
  readonly database: Database;
  readonly sealer: Sealer;
  readonly bell: Pick<Bell, 'watch'>;
  readonly places: ListenerPlaces;
}

export function createSessionFeed(parts: Parts): SessionFeed {
  return {
    async listen(session, { after, signal }) {
      if (!isUuid(session.sessionId)) throw new DebugSessionNotFoundError(session.sessionId);
      const first = await readEvents(parts, session, after);
      if (first.isFinal && first.events.length === 0) return undefined;
      return follow(parts, session, {
        after,
        signal: parts.places.take(session.accountId, signal),
      });
    },
  };
}

async function* follow(
  parts: Parts,
  session: OwnedSession,
  { after, signal }: { readonly after: number; readonly signal: AbortSignal },
): AsyncGenerator<SessionEvent> {
  // Watch before the first read, so that no change in between is missed.
  using watched = watchSession(parts.bell, {
    sessionId: session.sessionId.toLowerCase(),
    change: 'events',
  });
  let position = after;
  yield* followChanges(watched, signal, async () => {
    const news = await readEvents(parts, session, position);
    position = Number(news.events.at(-1)?.id ?? position);
    return news;
  });
}

interface SessionRow {
  readonly last_event: number;
  readonly end_reason: string | null;
  readonly error: string | null;
}

async function readEvents(
  { database: { pool }, sealer }: Parts,
  { accountId, sessionId }: OwnedSession,
  after: number,
) {
  const [found, stored] = await Promise.all([
    pool.query<SessionRow>(
      `SELECT d.last_event, d.end_reason, t.error FROM debug_sessions d JOIN tasks t ON t.id = d.task_id
       WHERE d.task_id = $1 AND d.account_id = $2`,
      [sessionId, accountId],
    ),
    pool.query<{ number: number; type: SessionEvent['event']; data: string }>(
      `SELECT number, type, data FROM session_events WHERE task_id = $1 AND number > $2 ORDER BY number LIMIT ${PAGE}`,
      [sessionId, after],
    ),
  ]);
  const [session] = found.rows;
  if (!session) throw new DebugSessionNotFoundError(sessionId);
  const context = sealedContext.debugSession(sessionId.toLowerCase());
  const events = stored.rows.map(({ number, type, data }): SessionEvent => ({
    id: String(number),
    event: type,
    data: openData(sealer, data, context),
  }));
  const last = Number(events.at(-1)?.id ?? after);
  const isRead = session.end_reason !== null && last >= session.last_event;
  // The end is not stored as an event: the trigger that writes it cannot seal.
  if (isRead && last === session.last_event) events.push(endOf(session));
  return { events, hasMore: stored.rows.length === PAGE, isFinal: isRead };
}

/** An event that no key decrypts must not hide the others. */
function openData(sealer: Sealer, sealed: string, context: string): SessionEvent['data'] {
  try {
    // addEvents sealed the data as an object.
    return sealer.unseal(sealed, context) as SessionEvent['data'];
  } catch (error) {
    if (!(error instanceof SealedValueError)) throw error;
    return { is_damaged: true };
  }
}

function endOf({ last_event: last, end_reason, error }: SessionRow): SessionEvent {
  return { id: String(last + 1), event: 'state', data: { state: 'ended', end_reason, error } };
}
