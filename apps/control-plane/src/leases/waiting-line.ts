import { TooManyClaimsError } from './lease-errors.ts';

/**
 * Where claims wait for work. A call wakes only the claim that has waited longest for the lane, so
 * one job does not wake them all.
 */
export interface WaitingLine {
  /** Joins the line for any of these lanes. Throws TooManyClaimsError. */
  readonly join: (lanes: readonly string[]) => PlaceInLine;
  readonly callNext: (lane: string) => void;
}

/** Disposing it passes an unused call on to the next in line. */
export interface PlaceInLine extends Disposable {
  /** Calls only this place; the call is never passed on. */
  readonly call: () => void;
  /**
   * Resolves with true once called, even if called before; with false if the signal fires first.
   */
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
