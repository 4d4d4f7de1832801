import type { Frame } from 'puppeteer';
import { inPage } from '../acting/in-page/page-script.ts';
import { waitForUnchanged, watchChanges } from '../acting/in-page/quiet.ts';
import { createDeadline, type Deadline, settlesWithin } from '../deadline.ts';
import { NavigationError } from '../errors.ts';
import { framesWithDocument, isolatedRealm } from './isolated-realm.ts';
import type { WatchedPage } from './watched-page.ts';

/** The network and the document must have been still for this long. Time before the wait counts, unless something was done. */
const quietMs = 100;
/** Longest wait for the new document once a navigation has begun, even if nothing else is waited for. */
const commitTimeoutMs = 30_000;
/** A page that does not run its tasks within this time is not waited for. */
const taskTimeoutMs = 1000;

const waitForUnchangedInPage = inPage(waitForUnchanged);
const watchChangesInPage = inPage(watchChanges);

/** Waits until nothing is loading and the document is still, for `boundMs` at most. Costs one round trip if all is quiet. */
export async function waitUntilQuiet(
  watched: WatchedPage,
  boundMs: number,
  signal: AbortSignal,
): Promise<void> {
  await waitUntilQuietSince(watched, Number.NEGATIVE_INFINITY, createDeadline(boundMs, signal));
}

/** As `waitUntilQuiet`, after an action: what it sets in motion may take a moment to show. `actedAt` is its end on the clock of `performance`. */
export async function waitUntilQuietSince(
  watched: WatchedPage,
  actedAt: number,
  deadline: Deadline,
): Promise<void> {
  while (deadline.remainingMs() > 0 && !watched.page.isClosed()) {
    await waitForNavigation(watched, deadline);
    await waitForNetwork(watched, deadline);
    await waitForDocument(watched, actedAt, deadline);
    const isQuiet = watched.network.inFlightCount() === 0 && !watched.navigation.isNavigating();
    if (isQuiet && sinceNetworkChangeMs(watched) >= quietMs) return;
  }
}

/** Waits until a navigation that is known to have begun has brought its document. Throws `NavigationError` if it could not. */
export async function waitForCommit(watched: WatchedPage, signal: AbortSignal): Promise<void> {
  await waitForNavigation(watched, createDeadline(commitTimeoutMs, signal));
  assertReachable(watched);
}

/** Throws `NavigationError` if the page shows the browser's error page instead of a document. */
export function assertReachable({ navigation, network }: WatchedPage): void {
  const url = navigation.unreachableUrl();
  if (url === undefined) return;
  throw new NavigationError(url, network.documentProblem() ?? 'the browser does not say why');
}

/** As `waitForCommit`, but first lets the page begin what the last interaction may have set in motion. */
export async function waitForConsequences(
  watched: WatchedPage,
  signal: AbortSignal,
): Promise<void> {
  // A form is submitted by a task of its own, so the page gets the chance to run that task first.
  const nextTask = isolatedRealm(watched.page.mainFrame()).evaluate(runNextTask);
  await settlesWithin(Promise.allSettled([nextTask]), taskTimeoutMs, signal);
  await waitForCommit(watched, signal);
}

/** Makes the page note its changes from now on, so that a later wait knows how long it has been still. */
export async function startWatchingChanges(
  watched: WatchedPage,
  signal: AbortSignal,
): Promise<void> {
  const deadline = createDeadline(taskTimeoutMs, signal);
  await inEveryFrame(watched, deadline, (frame) =>
    isolatedRealm(frame).evaluate(watchChangesInPage),
  );
}

function runNextTask(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
}

async function waitForNavigation({ navigation }: WatchedPage, deadline: Deadline): Promise<void> {
  while (navigation.isNavigating() && deadline.remainingMs() > 0) {
    await settlesWithin(navigation.nextChange(), deadline.remainingMs(), deadline.signal);
  }
}

async function waitForNetwork({ network }: WatchedPage, deadline: Deadline): Promise<void> {
  while (network.inFlightCount() > 0 && deadline.remainingMs() > 0) {
    const restMs = Math.min(deadline.remainingMs(), network.untilAllAreHeldMs() + 1);
    await settlesWithin(network.nextChange(), restMs, deadline.signal);
  }
}

async function waitForDocument(
  watched: WatchedPage,
  actedAt: number,
  deadline: Deadline,
): Promise<void> {
  const owedStillMs = Math.max(0, actedAt + quietMs - performance.now());
  const restMs = deadline.remainingMs();
  await inEveryFrame(watched, deadline, (frame) =>
    isolatedRealm(frame).evaluate(waitForUnchangedInPage, quietMs, restMs, owedStillMs),
  );
  // A response that has just arrived may not have changed the document yet.
  const owedMs = Math.min(deadline.remainingMs(), quietMs - sinceNetworkChangeMs(watched));
  if (owedMs > 0) await settlesWithin(watched.network.nextChange(), owedMs, deadline.signal);
}

/** A frame that goes away meanwhile has nothing more to say; the caller looks at the page again. One that is too busy is let be. */
async function inEveryFrame(
  { page }: WatchedPage,
  deadline: Deadline,
  evaluate: (frame: Frame) => Promise<unknown>,
): Promise<void> {
  const evaluated = Promise.allSettled(framesWithDocument(page).map(evaluate));
  await settlesWithin(evaluated, deadline.remainingMs(), deadline.signal);
}

function sinceNetworkChangeMs({ network }: WatchedPage): number {
  return performance.now() - network.lastChangeAt();
}
