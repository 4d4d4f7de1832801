import { createDeadline } from '../deadline.ts';
import { waitUntilAtRest } from '../page/pages/wait-until-at-rest.ts';
import type { LiveRun } from './live-run.ts';

const DEADLINE_MS = 3000;

/** Waits until a page has sent the last step's requests, or the run has ended. */
export async function awaitLastRequests({ signal, steps }: LiveRun['state']): Promise<void> {
  const { pages } = steps;
  if (pages.count === 0 || signal.aborted) return;
  const resting = waitUntilAtRest(pages.current(), {}, createDeadline(DEADLINE_MS, signal));
  const [rested] = await Promise.allSettled([resting]);
  if (rested.status === 'rejected' && !signal.aborted) throw rested.reason;
}
