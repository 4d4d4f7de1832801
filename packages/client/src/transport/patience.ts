/** A try and the pause before it take less; more means that the computer was asleep. */
const MOST_PER_TRY_MS = 60_000;

/** Limits how long tries may fail in a row. */
export interface Patience {
  /** Call it after a failed try. Returns whether the failures have lasted too long. */
  readonly isOverAfterFailure: () => boolean;
  /** Call it after a success. */
  readonly restore: () => void;
}

/**
 * Counts the time from the first failure, but at most a minute for each further try, so that a
 * computer that was asleep tries again before it gives up.
 */
export function openPatience(patienceMs: number, clock = Date.now): Patience {
  let usedMs = 0;
  let failedAt: number | undefined;
  return {
    isOverAfterFailure() {
      const now = clock();
      if (failedAt !== undefined) usedMs += Math.min(MOST_PER_TRY_MS, now - failedAt);
      failedAt = now;
      return usedMs >= patienceMs;
    },
    restore() {
      usedMs = 0;
      failedAt = undefined;
    },
  };
}
