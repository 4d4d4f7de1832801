import type { Frame, HTTPRequest, Page } from 'puppeteer';
import { createDeadline, type Deadline, settlesWithin } from '../../deadline.ts';
import { markAct, type RestWait, runsScripts, waitForRest } from '../motion/ask-tracker.ts';
import { trackerName } from '../motion/motion-tracker.ts';
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

/** How long before the deadline documents report what is still in motion in them. */
const ANSWER_MS = 30;
/** Maximum time between reports, so that there is one even if a document is too busy at the end. */
const LONGEST_SLICE_MS = 500;
/** Maximum number of repeated calls to frames that endlessly get new documents, or have crashed. */
const MOST_RETURNS = 20;

/** Marks the start of an act: whatever the page does from now on may be its consequence. */
export async function beginAct(watched: WatchedPage, signal: AbortSignal): Promise<void> {
  watched.network.markAct();
  acts.set(watched.page, actOf(watched.page) + 1);
  const deadline = createDeadline(TASK_TIMEOUT_MS, signal);
  await inEveryFrame(watched, deadline, { evaluate: markIn });
}

/**
 * Marks the start of the act in the document that it is about to change, in case that document
 * arrived after `beginAct`: what the act sets in motion there would seem to be part of its loading.
 */
export async function beginActIn(frame: Frame, signal: AbortSignal): Promise<void> {
  await settlesWithin(Promise.allSettled([markIn(frame)]), TASK_TIMEOUT_MS, signal);
}

/** How many acts have begun in a page. Other runs of this process act in other pages meanwhile. */
const acts = new WeakMap<Page, number>();

const actOf = (page: Page): number => acts.get(page) ?? 0;

const markIn = (frame: Frame) =>
  isolatedRealm(frame).evaluate(markAct, trackerName, actOf(frame.page()));

interface Rest {
  /**
   * When the awaited act ended, on the clock of `performance`. Without it, waits for everything
   * that any act has caused.
   */
  readonly actedAt?: number;
}

/**
 * Waits until everything that acts have set in motion has ended and nothing has changed for a
 * moment. Returns the names of what is still in motion when the time is up, and of frames that did
 * not respond. See infra/decisions/2026-11-22-causal-quiescence.md.
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
    // A response that has just arrived might not have changed the document yet.
    const stillSince = Math.max(network.lastChangeAt(scope), actedAt ?? Number.NEGATIVE_INFINITY);
    const owedMs = Math.max(0, stillSince + QUIET_MS - performance.now());
    const boundMs = Math.max(1, deadline.remainingMs() - ANSWER_MS);
    const sliceMs = Math.min(LONGEST_SLICE_MS, boundMs);
    const wait = { name: trackerName, ...scope, boundMs, sliceMs, quietMs: QUIET_MS, owedMs };
    const { answers, silent, isOutdated } = await inEveryFrame(watched, deadline, {
      evaluate: (frame) => findCauses(frame, wait, deadline.signal),
      patienceMs: sliceMs + TASK_TIMEOUT_MS,
    });
    if (answers.length > 0) causes = answers.flat();
    unasked = silent.map(describeFrame);
    if (isOutdated) returns += 1;
    const isAsked = !isOutdated || returns > MOST_RETURNS;
    const isQuiet = isAsked && causes.length === 0 && network.inFlight(scope).length === 0;
    const stillMs = performance.now() - network.lastChangeAt(scope);
    if (isQuiet && !navigation.isNavigating() && stillMs >= QUIET_MS) return unasked;
  }
  if (page.isClosed()) return [];
  const requests = network.inFlight(scope).map(describeRequest);
  return [...(navigation.isNavigating() ? ['navigation'] : []), ...requests, ...causes, ...unasked];
}

/** Falls back to plain quiet if the causes are unknown. */
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
  // If no scripts run after all, timers never fire.
  const isKnown = await settlesWithin(unchanged, longestMs + TASK_TIMEOUT_MS, signal);
  return !isKnown || (await unchanged) ? [] : ['changes of a document whose timers are unknown'];
}

function describeRequest(request: HTTPRequest): string {
  return `request ${request.method()} ${pathOf(request.url())}`;
}

function describeFrame(frame: Frame): string {
  return `frame ${pathOf(frame.url())}, which does not respond`;
}

/** Without the query, which may contain anything. */
function pathOf(url: string): string {
  const { pathname = '' } = URL.parse(url) ?? {};
  return pathname.slice(0, 100);
}
