import { setTimeout as delay } from 'node:timers/promises';

/** Resolves when the time is over; throws the signal's reason as soon as it fires. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  await delay(milliseconds, undefined, { signal }).catch(() => signal.throwIfAborted());
}
