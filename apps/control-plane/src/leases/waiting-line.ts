import { WORKER_PROTOCOL } from '@errand/api-types';
import { TooManyClaimsError } from './lease-errors.ts';

/**
 * Where claims wait for work. A call wakes only the claim that has waited longest for the lane, so
 * one job does not wake them all.
 */
export interface WaitingLine {
  /**
   * Joins the line for any of these lanes. Throws TooManyClaimsError. `protocol`: version of the
   * worker protocol that the worker speaks; default: this release's version.
   */
  readonly join: (lanes: readonly string[], protocol?: number) => PlaceInLine;
  readonly callNext: (lane: string) => void;
}

/** Disposing the place passes an unused call on to the next in line. */
export interface PlaceInLine extends Disposable {
  /** Calls only this place; the call is never passed on. */
  readonly call: () => void;
  /**
   * Calls the next place of a worker that speaks a later version, in each lane: this place may have
   * been called for a task that only newer workers get.
   */
  readonly callNewer: () => void;
  /**
   * Resolves with true once called, even if called before; with false if the signal fires first.
   */
  readonly called: (signal: AbortSignal) => Promise<boolean>;
}

interface Waiting {
  readonly lanes: readonly string[];
  readonly protocol: number;
  readonly wake: (lane?: string) => void;
}

export function createWaitingLine({ limit }: { readonly limit: number }): WaitingLine {
  const waiting = new Set<Waiting>();
  const callNext = (lane: string, newerThan = 0): void => {
    const next = waiting
      .values()
      .find(({ lanes, protocol }) => lanes.includes(lane) && protocol > newerThan);
    next?.wake(lane);
  };
  return {
    callNext: (lane) => callNext(lane),
    join(lanes, protocol = WORKER_PROTOCOL.version) {
      if (waiting.size >= limit) throw new TooManyClaimsError(limit);
      let isCalled = false;
      let unusedLane: string | undefined;
      const ring = Promise.withResolvers<void>();
      const place: Waiting = {
        lanes,
        protocol,
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
        callNewer: () => {
          for (const lane of lanes) callNext(lane, protocol);
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
