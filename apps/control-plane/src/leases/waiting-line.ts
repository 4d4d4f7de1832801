import { TooManyClaimsError } from './lease-errors.ts';

/** Where claims wait for work. A call wakes the one that has waited longest, so that one job does not wake all. */
export interface WaitingLine {
  /** Stands in line from now on. Throws TooManyClaimsError. */
  readonly join: () => PlaceInLine;
  readonly callNext: () => void;
}

/** Leaving passes a call that was not used on to the next in line. */
export interface PlaceInLine extends Disposable {
  /** Resolves with true when called, also when that was before; with false when the signal fires first. */
  readonly called: (signal: AbortSignal) => Promise<boolean>;
}

export function createWaitingLine({ limit }: { readonly limit: number }): WaitingLine {
  const waiting = new Set<() => void>();
  const callNext = (): void => {
    const [call] = waiting;
    call?.();
  };
  return {
    callNext,
    join() {
      if (waiting.size >= limit) throw new TooManyClaimsError(limit);
      let state: 'waiting' | 'called' | 'used' = 'waiting';
      const ring = Promise.withResolvers<void>();
      const call = (): void => {
        waiting.delete(call);
        state = 'called';
        ring.resolve();
      };
      waiting.add(call);
      return {
        async called(signal) {
          await Promise.race([ring.promise, fired(signal)]);
          if (state === 'waiting' || signal.aborted) return false;
          state = 'used';
          return true;
        },
        [Symbol.dispose]() {
          waiting.delete(call);
          if (state === 'called') callNext();
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
