import type { Frame, HTTPRequest } from 'puppeteer';
import { createDeadline, type Deadline, settlesWithin } from '../../deadline.ts';
import { markAct, type RestWait, runsScripts, waitForRest } from '../motion/ask-tracker.ts';
import { trackerName } from '../motion/motion-tracker.ts';
import { isolatedRealm } from './isolated-realm.ts';
import {
  inEveryFrame,
  quietMs,
  taskTimeoutMs,
  waitForNavigation,
  waitForNetwork,
  waitForUnchangedFrame,
} from './wait-for-activity.ts';
import type { WatchedPage } from './watched-page.ts';

/** Documents say so long before the time is up what is still in motion in them. */
const answerMs = 30;
/** So often they say it, so that it is known although they have no time at the end. */
const longestSliceMs = 500;
/** Frames that get new documents without end, or have crashed, are asked no more often anew. */
const mostReturns = 20;

/** What the page does from now on may be a consequence of the act that is about to begin. */
export async function beginAct(watched: WatchedPage, signal: AbortSignal): Promise<void> {
  watched.network.markAct();
  const deadline = createDeadline(taskTimeoutMs, signal);
  await inEveryFrame(watched, deadline, {
    evaluate: (frame) => isolatedRealm(frame).evaluate(markAct, trackerName),
  });
}

interface Rest {
  /** When the act ended that is waited for, on the clock of `performance`. Without it all that any act has caused is waited for. */
  readonly actedAt?: number;
}

/**
 * Waits until all that acts have set in motion has ended and nothing has changed for a moment. Returns the names of what
 * is still in motion when the time is up, and of frames that could not be asked. See infra/decisions/2026-11-22-causal-quiescence.md.
 */
export async function waitUntilAtRest(
  watched: WatchedPage,
  { actedAt }: Rest,
  deadline: Deadline,
): Promise<readonly string[]> {
  const { network, navigation, page } = watched;
  const scope = { sinceLastAct: actedAt !== undefined };
  let causes: readonly string[] = [];
  let unasked: readonly string[] = [];
  let returns = 0;
  while (deadline.remainingMs() > 0 && !page.isClosed()) {
    await waitForNavigation(watched, deadline);
    await waitForNetwork(watched, deadline, scope);
    // A response that has just arrived may not have changed the document yet.
    const stillSince = Math.max(network.lastChangeAt(scope), actedAt ?? Number.NEGATIVE_INFINITY);
    const owedMs = Math.max(0, stillSince + quietMs - performance.now());
    const boundMs = Math.max(1, deadline.remainingMs() - answerMs);
    const sliceMs = Math.min(longestSliceMs, boundMs);
    const wait = { name: trackerName, ...scope, boundMs, sliceMs, quietMs, owedMs };
    const { answers, silent, isOutdated } = await inEveryFrame(watched, deadline, {
      evaluate: (frame) => findCauses(frame, wait, deadline.signal),
      patienceMs: sliceMs + taskTimeoutMs,
    });
    if (answers.length > 0) causes = answers.flat();
    unasked = silent.map(describeFrame);
    if (isOutdated) returns += 1;
    const isAsked = !isOutdated || returns > mostReturns;
    const isQuiet = isAsked && causes.length === 0 && network.inFlight(scope).length === 0;
    const stillMs = performance.now() - network.lastChangeAt(scope);
    if (isQuiet && !navigation.isNavigating() && stillMs >= quietMs) return unasked;
  }
  if (page.isClosed()) return [];
  const requests = network.inFlight(scope).map(describeRequest);
  return [...(navigation.isNavigating() ? ['navigation'] : []), ...requests, ...causes, ...unasked];
}

/** Where nothing is known of the causes, plain quiet has to do. */
async function findCauses(
  frame: Frame,
  wait: RestWait,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const realm = isolatedRealm(frame);
  const causes = await realm.evaluate(waitForRest, wait);
  if (causes !== 'unknown') return causes;
  if (!(await realm.evaluate(runsScripts))) return [];
  const { sliceMs: longestMs, owedMs } = wait;
  const unchanged = waitForUnchangedFrame(frame, { longestMs, owedMs });
  // Where no scripts run after all, timers never end.
  const isKnown = await settlesWithin(unchanged, longestMs + taskTimeoutMs, signal);
  return !isKnown || (await unchanged) ? [] : ['changes of a document whose timers are unknown'];
}

function describeRequest(request: HTTPRequest): string {
  return `request ${request.method()} ${pathOf(request.url())}`;
}

function describeFrame(frame: Frame): string {
  return `frame ${pathOf(frame.url())}, which does not answer`;
}

/** Without the query, which may hold anything. */
function pathOf(url: string): string {
  const { pathname = '' } = URL.parse(url) ?? {};
  return pathname.slice(0, 100);
}
