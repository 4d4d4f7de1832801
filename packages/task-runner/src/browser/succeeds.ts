import { pauseUntilAborted } from '@errand/foundation';

/**
 * Returns whether the work succeeds in time. The deadline is needed because a hung or crashed page
 * may never respond, or only when its browser ends.
 */
export async function succeeds(work: Promise<unknown>, withinMs: number): Promise<boolean> {
  const timeUp = new AbortController();
  const deadline = pauseUntilAborted(withinMs, timeUp.signal).then(() => false);
  const succeeded = work.then(
    () => true,
    () => false,
  );
  const answer = await Promise.race([succeeded, deadline]);
  timeUp.abort();
  return answer;
}
