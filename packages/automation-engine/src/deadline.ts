import { abortable } from '@errand/foundation';

/** A time limit for work, and the signal that may end the work earlier. */
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

/**
 * Returns true if the promise resolves in time, false on timeout. Rejects with the promise's error
 * or the signal's reason.
 */
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
