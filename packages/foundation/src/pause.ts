import { setTimeout as delay } from 'node:timers/promises';

/** Resolves after the time. Rejects with the signal's reason as soon as it fires. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await pauseUntilAborted(milliseconds, signal);
  signal.throwIfAborted();
}

/** Resolves after the time, or early when the signal fires. Never rejects. */
export async function pauseUntilAborted(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await delay(Math.max(0, milliseconds), undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
