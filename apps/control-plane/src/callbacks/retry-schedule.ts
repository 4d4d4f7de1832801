const WINDOW_MS = 5 * 60_000;
const LONGEST_DELAY_MS = 60_000;

/**
 * Returns the time of the next attempt: 1, 2, 4 ... 60 seconds after the failure, reduced by up to
 * half at random to spread the load, or the time that the receiver asked for if
 * that is later. Undefined when that is more than five minutes after the first attempt.
 */
export function findNextTry(delivery: {
  readonly firstAttemptAt: Date;
  /** Number of attempts so far; at least one. */
  readonly attempts: number;
  readonly now: Date;
  /** Random number from 0 to 1. */
  readonly chance: number;
  /** Earliest time that the receiver asked for. */
  readonly notBefore?: Date | undefined;
}): Date | undefined {
  const delayMs = Math.min(LONGEST_DELAY_MS, 1_000 * 2 ** (delivery.attempts - 1));
  const retryAt = Math.max(
    delivery.now.getTime() + delayMs * (1 - delivery.chance / 2),
    delivery.notBefore?.getTime() ?? 0,
  );
  if (retryAt - delivery.firstAttemptAt.getTime() > WINDOW_MS) return undefined;
  return new Date(retryAt);
}
