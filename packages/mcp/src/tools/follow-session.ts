import type { ErrandSchemas } from '@errand/client';
import { pause } from '@errand/foundation';
import type { CallContext } from './define-tool.ts';

export type Session = ErrandSchemas['DebugSession'];

const POLL_MS = 300;

interface Goal {
  readonly isReached: (session: Session) => boolean;
  /** How long to wait for the goal. */
  readonly seconds: number;
}

/** Returns the session once it has reached the goal, or its state when the time is up. */
export async function followSession(
  before: Session,
  { isReached, seconds }: Goal,
  { errand, signal, progress }: CallContext,
): Promise<Session> {
  const followed = errand.sessions.at(before.session_id);
  const deadline = performance.now() + seconds * 1_000;
  let session = before;
  while (!isReached(session) && performance.now() < deadline) {
    await pause(POLL_MS, signal);
    session = await followed.get({ signal });
    progress(session.state);
  }
  return session;
}

/** Returns what an agent needs to know about a session. */
export function summarizeSession(session: Session): object {
  return {
    session_id: session.session_id,
    state: session.state,
    end_reason: session.end_reason,
    error: session.error,
    failure: session.failure,
    page_url: session.page_url,
    position: session.position,
    tabs: session.tabs,
    variables: session.variables,
    expires_at: session.expires_at,
  };
}
