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

/** The promise's result, or a rejection with the signal's reason as soon as it fires. */
export async function abortable<Value>(
  promise: Promise<Value>,
  signal: AbortSignal,
): Promise<Value> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort, { once: true });
  // What loses the race may still reject later; nobody waits for it any more.
  promise.catch(ignoreLateRejection);
  aborted.catch(ignoreLateRejection);
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
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

/** A pause that only the signal shortens. */
export async function pause(durationMs: number, signal: AbortSignal): Promise<void> {
  await settlesWithin(new Promise<never>(() => {}), durationMs, signal);
}

function ignoreLateRejection(): void {}
