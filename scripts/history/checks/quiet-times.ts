import type { History } from '../history.ts';

/** What a fault set back comes up again in this time: leases run out, processes start, pauses end. */
const RECOVERY_MS = 20_000;

/** The longest time between two moments, in milliseconds, in which nothing was broken and everything had recovered. */
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
