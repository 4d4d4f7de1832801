const WINDOW_MS = 5 * 60_000;
const LONGEST_DELAY_MS = 60_000;

/**
 * When to try again: 1, 2, 4 ... 60 seconds after a failed try, less up to half of it by chance so that receivers are not
 * hit by all at once, or when the receiver asked for it if that is later; undefined when that would be more than five
 * minutes after the first try.
 */
export function findNextTry(delivery: {
  readonly firstAttemptAt: Date;
  /** Tries so far, at least one. */
  readonly attempts: number;
  readonly now: Date;
  /** From 0 to 1. */
  readonly chance: number;
  /** What the receiver asked for. */
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
