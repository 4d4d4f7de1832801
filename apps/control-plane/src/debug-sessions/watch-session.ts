import { createChange } from '../events/change.ts';
import type { Watched } from '../events/watch-rows.ts';
import type { Bell } from '../transitions/bell.ts';

const LONGEST_WAIT_MS = 5_000;

/**
 * Rings at each change to a debug session when the transaction commits. SQL also rings it
 * (end_debug_session).
 */
export const RING_SESSION = `ring_bell('session ' || $1::text)`;

/** Reports changes to a session within milliseconds, until disposed. */
export function watchSession(bell: Pick<Bell, 'watch'>, sessionId: string): Watched {
  const change = createChange();
  const watch = bell.watch(`session ${sessionId}`, change.happen);
  return {
    next: (signal, longestMs = LONGEST_WAIT_MS) => change.next(signal, longestMs),
    [Symbol.dispose]: () => watch[Symbol.dispose](),
  };
}
