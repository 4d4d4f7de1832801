import { setTimeout as delay } from 'node:timers/promises';

const INTERVAL_MS = 25;

/**
 * Waits until `probe` returns something other than undefined or false; throws an error with `what`
 * after the deadline.
 */
export async function pollUntil<Value>(
  what: string,
  probe: () => Promise<Value | undefined | false> | Value | undefined | false,
  options: { readonly deadlineMs?: number } = {},
): Promise<Value> {
  const deadlineMs = options.deadlineMs ?? 30_000;
  const deadline = AbortSignal.timeout(deadlineMs);
  for (;;) {
    const value = await probe();
    if (value !== undefined && value !== false) return value;
    if (deadline.aborted) throw new Error(`Waited ${deadlineMs} ms in vain until ${what}.`);
    await delay(INTERVAL_MS);
  }
}
