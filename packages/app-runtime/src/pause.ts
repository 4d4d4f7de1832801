import { setTimeout as delay } from 'node:timers/promises';

/** Resolves when the time is over or the signal fires, whichever is first: the caller looks at the signal. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await delay(Math.max(0, milliseconds), undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
