import type { History } from '../history.ts';

/** Time to recover from a fault: leases expire, processes start, pauses end. */
const RECOVERY_MS = 20_000;

/**
 * Returns the longest time between `from` and `to`, in milliseconds, without a fault or a recovery.
 */
export function longestQuiet(history: History, from: number, to: number): number {
  const faults = history
    .of('fault')
    .filter(({ at, endedAt }) => at < to && endedAt + RECOVERY_MS > from)
    .toSorted((one, other) => one.at - other.at);
  let quietFrom = from;
  let longest = 0;
  for (const { at, endedAt } of faults) {
    longest = Math.max(longest, at - quietFrom);
    quietFrom = Math.max(quietFrom, endedAt + RECOVERY_MS);
  }
  return Math.max(longest, to - quietFrom);
}
