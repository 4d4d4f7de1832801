import type { History } from '../history.ts';

/** How many tasks each login queue allowed to run concurrently, and since when. */
export type Limits = ReadonlyMap<
  number,
  readonly { readonly at: number; readonly limit: number }[]
>;

export function findLimits(history: History): Limits {
  return Map.groupBy(history.database('login-limit'), ({ loginQueueId }) => loginQueueId);
}

/**
 * Returns the largest limit at any of their starts: running tasks continue when a limit is lowered.
 */
export function largestLimit(
  limits: readonly { readonly at: number; readonly limit: number }[],
  active: readonly { readonly beganAt: number }[],
): number {
  const since = Math.min(...active.map(({ beganAt }) => beganAt));
  const inForce = limits.findLast(({ at }) => at <= since)?.limit ?? 1;
  return Math.max(inForce, ...limits.filter(({ at }) => at > since).map(({ limit }) => limit));
}
