import type { Deadline } from '../../deadline.ts';

/** Time until the earlier of the deadline and the limit for the start of a download. */
export function untilLimitMs(
  deadline: Pick<Deadline, 'remainingMs' | 'elapsedMs'>,
  { downloadStartMs }: { readonly downloadStartMs: number },
): number {
  const untilLateMs = downloadStartMs - deadline.elapsedMs();
  // Past the start limit the page may still be loading. No download event reports the end of
  // loading, so poll.
  return Math.min(deadline.remainingMs(), untilLateMs > 0 ? untilLateMs + 1 : 500);
}
