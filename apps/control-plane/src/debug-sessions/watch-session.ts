import { createChange } from '../events/change.ts';
import type { Watched } from '../events/watch-rows.ts';
import type { Bell } from '../transitions/bell.ts';

const LONGEST_WAIT_MS = 5_000;

/**
 * What can change in a debug session. Each change wakes only those who wait for it: the worker, the
 * senders of commands, or the listeners.
 */
type SessionChange = 'answers' | 'commands' | 'events';

/**
 * Rings at the end of a debug session when the transaction commits, for everyone who waits for a
 * change to it. SQL also rings it (end_debug_session).
 */
export const RING_SESSION = `ring_bell('session ' || $1::text)`;

/** Returns SQL that rings at one kind of change. The session is the parameter $1. */
export function ringSession(change: SessionChange): string {
  return `ring_bell('session ' || $1::text || ' ${change}')`;
}

/** Reports changes of that kind, and the end of the session, within milliseconds, until disposed. */
export function watchSession(
  bell: Pick<Bell, 'watch'>,
  { sessionId, change: kind }: { readonly sessionId: string; readonly change: SessionChange },
): Watched {
  const change = createChange();
  const watches = [`session ${sessionId}`, `session ${sessionId} ${kind}`].map((name) =>
    bell.watch(name, change.happen),
  );
  return {
    next: (signal, longestMs = LONGEST_WAIT_MS) => change.next(signal, longestMs),
    [Symbol.dispose]: () => watches.forEach((watch) => watch[Symbol.dispose]()),
  };
}
