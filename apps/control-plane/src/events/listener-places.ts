import { openDeadline } from '@errand/foundation';
import { FeedClosedError, TooManyListenersError } from './event-errors.ts';

const MAX_LISTENERS_OF_ACCOUNT = 50;
const LONGEST_MS = 3_600_000;

/** The event streams that each account has open in this process. */
export interface ListenerPlaces {
  /**
   * Takes a place until the signal fires. Returns a signal that also fires at the time limit of a
   * stream. Throws TooManyListenersError, FeedClosedError.
   */
  readonly take: (accountId: string, signal: AbortSignal) => AbortSignal;
}

export function createListenerPlaces(
  options: {
    /** Milliseconds. Default: one hour; then the client must reconnect. */
    readonly longestMs?: number | undefined;
    /** How many streams an account may have open. Default 50. */
    readonly maxListenersOfAccount?: number | undefined;
  } = {},
): ListenerPlaces {
  const { longestMs = LONGEST_MS, maxListenersOfAccount: limit = MAX_LISTENERS_OF_ACCOUNT } =
    options;
  const listeners = new Map<string, number>();
  const change = (accountId: string, by: number): void => {
    const count = (listeners.get(accountId) ?? 0) + by;
    if (count === 0) listeners.delete(accountId);
    else listeners.set(accountId, count);
  };
  return {
    take(accountId, signal) {
      if ((listeners.get(accountId) ?? 0) >= limit) throw new TooManyListenersError(limit);
      // To the client, the end of a stream would mean that nothing follows, so refuse instead.
      if (signal.aborted) throw new FeedClosedError();
      change(accountId, 1);
      const deadline = openDeadline(signal, longestMs);
      // Fires whenever the response closes, even if nobody has started reading the events.
      const leave = (): void => {
        change(accountId, -1);
        deadline[Symbol.dispose]();
      };
      signal.addEventListener('abort', leave, { once: true });
      return deadline.signal;
    },
  };
}
