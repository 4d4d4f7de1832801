import { abortable } from '@errand/foundation';

/** A point in time that work must not pass, and the signal that ends the work earlier. */
export interface Deadline {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** At least 0. */
  readonly remainingMs: () => number;
  readonly elapsedMs: () => number;
}

export function createDeadline(timeoutMs: number, signal: AbortSignal): Deadline {
  const start = performance.now();
  const elapsedMs = () => performance.now() - start;
  return {
    timeoutMs,
    signal,
    elapsedMs,
    remainingMs: () => Math.max(0, timeoutMs - elapsedMs()),
  };
}

/** True when the promise ended in time, false when the time was up. Rejects with the signal's reason. */
export async function settlesWithin(
  promise: Promise<unknown>,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<boolean> {
  const { promise: timeUp, resolve } = Promise.withResolvers<false>();
  const timer = setTimeout(() => resolve(false), timeoutMs);
  try {
    return await abortable(Promise.race([promise.then(() => true), timeUp]), signal);
  } finally {
    clearTimeout(timer);
  }
}
