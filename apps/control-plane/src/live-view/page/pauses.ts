import type { Closing } from './describe-closing.ts';

const FIRST_MS = 500;
const LONGEST_MS = 10_000;
const LATER_MS = 3_000;

/** Delay before the next connection, in milliseconds. */
export interface Pauses {
  /**
   * Grows each time, with jitter, so that the viewers a gateway disconnects do not all return
   * together. Infinity for `never`.
   */
  readonly next: (comeBack: Closing['comeBack']) => number;
  /** The connection was good: start with short pauses again. */
  readonly reset: () => void;
}

export function createPauses(random: () => number = Math.random): Pauses {
  let pauseMs = FIRST_MS;
  return {
    next(comeBack) {
      if (comeBack === 'never') return Number.POSITIVE_INFINITY;
      if (comeBack === 'at-once') return 0;
      const chosenMs = Math.max(pauseMs, comeBack === 'later' ? LATER_MS : 0);
      pauseMs = Math.min(pauseMs * 2, LONGEST_MS);
      return chosenMs * (0.5 + random());
    },
    reset() {
      pauseMs = FIRST_MS;
    },
  };
}
