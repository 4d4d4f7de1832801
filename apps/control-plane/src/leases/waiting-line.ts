import { TooManyClaimsError } from './lease-errors.ts';

/** Where claims wait for work. A call wakes the one that has waited longest for the lane, so that one job does not wake all. */
export interface WaitingLine {
  /** Stands in line for any of these lanes from now on. Throws TooManyClaimsError. */
  readonly join: (lanes: readonly string[]) => PlaceInLine;
  readonly callNext: (lane: string) => void;
}

/** Leaving passes a call that was not used on to the next in line. */
export interface PlaceInLine extends Disposable {
  /** Calls this place alone; nobody else gets such a call. */
  readonly call: () => void;
  /** Resolves with true when called, also when that was before; with false when the signal fires first. */
  readonly called: (signal: AbortSignal) => Promise<boolean>;
}

interface Waiting {
  readonly lanes: readonly string[];
  readonly wake: (lane?: string) => void;
}

export function createWaitingLine({ limit }: { readonly limit: number }): WaitingLine {
  const waiting = new Set<Waiting>();
  const callNext = (lane: string): void => {
    const next = waiting.values().find(({ lanes }) => lanes.includes(lane));
    next?.wake(lane);
  };
  return {
    callNext,
    join(lanes) {
      if (waiting.size >= limit) throw new TooManyClaimsError(limit);
      let isCalled = false;
      let unusedLane: string | undefined;
      const ring = Promise.withResolvers<void>();
      const place: Waiting = {
        lanes,
        wake(lane) {
          waiting.delete(place);
          isCalled = true;
          unusedLane = lane;
          ring.resolve();
        },
      };
      waiting.add(place);
      return {
        call: () => {
          if (!isCalled) place.wake();
        },
        async called(signal) {
          await Promise.race([ring.promise, fired(signal)]);
          if (!isCalled || signal.aborted) return false;
          unusedLane = undefined;
          return true;
        },
        [Symbol.dispose]() {
          waiting.delete(place);
          if (unusedLane !== undefined) callNext(unusedLane);
        },
      };
    },
  };
}

function fired(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
