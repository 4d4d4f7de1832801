import { createDeadline, type Deadline, settlesWithin } from '../../deadline.ts';
import { NavigationError } from '../../errors.ts';
import { isolatedRealm } from '../browser/isolated-realm.ts';
import {
  inEveryFrame,
  QUIET_MS,
  TASK_TIMEOUT_MS,
  waitForNavigation,
  waitForNetwork,
  waitForUnchangedFrame,
} from './wait-for-activity.ts';
import type { WatchedPage } from './watched-page.ts';

/**
 * Waits until nothing is loading and the document is still, for at most `boundMs`, whatever the
 * cause. For a page that is being redrawn; `waitUntilAtRest` knows what a step has caused. Costs
 * one round trip if all is quiet.
 */
export async function waitUntilQuiet(
  watched: WatchedPage,
  boundMs: number,
  signal: AbortSignal,
): Promise<void> {
  const deadline = createDeadline(boundMs, signal);
  while (deadline.remainingMs() > 0 && !watched.page.isClosed()) {
    await waitForNavigation(watched, deadline);
    await waitForNetwork(watched, deadline);
    await waitForDocument(watched, deadline);
    const isQuiet = watched.network.inFlight().length === 0 && !watched.navigation.isNavigating();
    if (isQuiet && sinceNetworkChangeMs(watched) >= QUIET_MS) return;
  }
}

/** Waits until no request has started, ended or been in flight for `idleMs`. False on timeout. */
export async function waitForIdleNetwork(
  watched: WatchedPage,
  idleMs: number,
  deadline: Deadline,
): Promise<boolean> {
  while (deadline.remainingMs() > 0) {
    await waitForNetwork(watched, deadline);
    const restMs = idleMs - sinceNetworkChangeMs(watched);
    if (restMs <= 0 && watched.network.inFlight().length === 0) return true;
    const longestMs = Math.min(Math.max(restMs, 0), deadline.remainingMs());
    await settlesWithin(watched.network.nextChange(), longestMs, deadline.signal);
  }
  return false;
}

/**
 * Waits until a navigation that is known to have started has committed. Throws `NavigationError` if
 * it could not.
 */
export async function waitForCommit(watched: WatchedPage, signal: AbortSignal): Promise<void> {
  await watched.navigation.finish(signal);
  assertReachable(watched);
}

/** Throws `NavigationError` if the page shows the browser's error page instead of a document. */
export function assertReachable({ navigation, network }: WatchedPage): void {
  const url = navigation.unreachableUrl();
  if (url === undefined) return;
  throw new NavigationError(url, network.documentProblem() ?? 'the browser does not say why');
}

/**
 * Like `waitForCommit`, but first lets the page start what the last interaction may have set in
 * motion.
 */
export async function waitForConsequences(
  watched: WatchedPage,
  signal: AbortSignal,
): Promise<void> {
  // A form is submitted in a separate task, so the page may run that task first.
  const nextTask = isolatedRealm(watched.page.mainFrame()).evaluate(runNextTask);
  await settlesWithin(Promise.allSettled([nextTask]), TASK_TIMEOUT_MS, signal);
  await waitForCommit(watched, signal);
}

function runNextTask(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
}

async function waitForDocument(watched: WatchedPage, deadline: Deadline): Promise<void> {
  const longestMs = deadline.remainingMs();
  await inEveryFrame(watched, deadline, {
    evaluate: (frame) => waitForUnchangedFrame(frame, { longestMs }),
  });
  // A response that has just arrived might not have changed the document yet.
  const owedMs = Math.min(deadline.remainingMs(), QUIET_MS - sinceNetworkChangeMs(watched));
  if (owedMs > 0) await settlesWithin(watched.network.nextChange(), owedMs, deadline.signal);
}

function sinceNetworkChangeMs({ network }: WatchedPage): number {
  return performance.now() - network.lastChangeAt();
}
