import { setTimeout as delay } from 'node:timers/promises';

const SHORTEST_INTERVAL_MS = 25;
/** Interval as a share of the time waited so far: a probe may cost a request or a process. */
const INTERVAL_SHARE = 0.1;

interface PollOptions {
  /** Default 30,000. */
  readonly deadlineMs?: number;
  /** Pause between the first probes. Default 25; give a longer one if a probe is costly. */
  readonly shortestIntervalMs?: number;
  /** How late the value may be noticed. Default 250; give a short one to measure a time. */
  readonly longestIntervalMs?: number;
}

/**
 * Waits until `probe` returns something other than undefined or false; throws an error with `what`
 * after the deadline.
 */
export async function pollUntil<Value>(
  what: string,
  probe: () => Promise<Value | undefined | false> | Value | undefined | false,
  options: PollOptions = {},
): Promise<Value> {
  const { deadlineMs = 30_000, longestIntervalMs = 250 } = options;
  const { shortestIntervalMs = SHORTEST_INTERVAL_MS } = options;
  const deadline = AbortSignal.timeout(deadlineMs);
  const startedAt = performance.now();
  for (;;) {
    const value = await probe();
    if (value !== undefined && value !== false) return value;
    if (deadline.aborted)
      throw new Error(`Waited ${deadlineMs} ms, but this did not happen: ${what}.`);
    const wanted = (performance.now() - startedAt) * INTERVAL_SHARE;
    await delay(Math.min(Math.max(wanted, shortestIntervalMs), longestIntervalMs));
  }
}
