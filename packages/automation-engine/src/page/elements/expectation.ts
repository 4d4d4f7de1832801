import type { LocatorExpression } from '@errand/locators';
import { onElement } from '../acting/acting-element.ts';
import type { Look, Probe } from '../in-page/expected-state.ts';
import { callIn, callOn } from '../browser/call-in-page.ts';
import { createDeadline, type Deadline, settlesWithin } from '../../deadline.ts';
import { LocatorAmbiguousError, LocatorNotFoundError, NotActionableError } from '../../errors.ts';
import { framesWithDocument } from '../browser/isolated-realm.ts';
import { onCurrentPage } from '../pages/on-current-page.ts';
import { waitForCommit, waitForConsequences } from '../pages/wait-until-quiet.ts';
import type { WatchedPage } from '../pages/watched-page.ts';
import type { PageRun } from '../page-run.ts';
import { type Search, toElement } from './find-element.ts';

/** What is expected, with its values bound. */
export interface Expectation {
  /** Missing for an expectation about the page itself. */
  readonly expression?: LocatorExpression | undefined;
  readonly probe: Probe;
  readonly timeoutMs: number;
}

export interface Verdict {
  readonly isMet: boolean;
  /** What the last check saw, in human-readable form. */
  readonly seen: string;
  readonly waitedMs: number;
}

/** A check in the page ends after this time, so that a replaced frame is noticed. */
const SLICE_MS = 1000;
const UNSETTLED = 'an element that was replaced repeatedly, or a page that does not respond';
/** Time that a check gives a busy page to respond once no time is left. */
const LAST_ANSWER_MS = 1000;

/**
 * Waits until the expectation is met, for at most `timeoutMs`, and looks at least once. The time
 * starts once a navigation in progress has loaded its page. Throws `LocatorAmbiguousError`.
 */
export async function awaitExpectation(run: PageRun, expectation: Expectation): Promise<Verdict> {
  const { signal } = run;
  await waitForConsequences(run.pages.current(), signal);
  const deadline = createDeadline(expectation.timeoutMs, signal);
  let seen = 'nothing: the page did not respond';
  for (let isLast = false; ;) {
    const look = onCurrentPage(run.pages, () => lookOnce(run, expectation, deadline));
    const answersWithinMs = deadline.remainingMs() + LAST_ANSWER_MS;
    const isAnswered = await settlesWithin(Promise.allSettled([look]), answersWithinMs, signal);
    const waitedMs = deadline.elapsedMs();
    if (!isAnswered) return { isMet: false, seen, waitedMs };
    const { state, seen: latest } = await look;
    if (state === 'met') return { isMet: true, seen: latest, waitedMs };
    seen = latest;
    if (isLast) return { isMet: false, seen, waitedMs };
    isLast = deadline.remainingMs() === 0;
    if (isLast && state === 'unmet') return { isMet: false, seen, waitedMs };
  }
}

/** Returns only when the expectation is met, something may have changed, or the time is up. */
async function lookOnce(
  run: PageRun,
  { expression, probe }: Expectation,
  deadline: Deadline,
): Promise<Look> {
  const watched = run.pages.current();
  if (!expression) return lookAtPage(watched, probe, deadline);
  const resolver = await run.resolverOf(watched.page);
  const search = { watched, resolver, expression, deadline };
  if (probe.fact === 'count') return lookAtCount(search, probe);
  return probe.fact === 'visible' && probe.isNegated
    ? lookForHidden(search, probe)
    : lookAtElement(search, probe, search);
}

async function lookAtPage(watched: WatchedPage, probe: Probe, deadline: Deadline): Promise<Look> {
  await waitForCommit(watched, deadline.signal);
  try {
    const timeoutMs = Math.min(SLICE_MS, deadline.remainingMs());
    return await callIn(watched.page.mainFrame(), 'watchPage', probe, timeoutMs);
  } catch (error) {
    // The next document is loading, or the page is gone.
    if (watched.page.isClosed() || deadline.remainingMs() === 0) throw error;
    return { state: 'changed', seen: 'a page that is being left' };
  }
}

async function lookAtCount(search: Search, { expected, isNegated }: Probe): Promise<Look> {
  const { watched, resolver, expression, deadline } = search;
  const startedAt = performance.now();
  await waitForCommit(watched, deadline.signal);
  const count = await resolver.count(expression, { signal: deadline.signal });
  const seen = count === 1 ? '1 element' : `${count} elements`;
  if ((count === Number(expected)) !== isNegated) return { state: 'met', seen };
  await untilChanged(watched, startedAt, deadline);
  return { state: 'unmet', seen };
}

/** A missing element counts as hidden; while two match, one of them may be about to disappear. */
async function lookForHidden(search: Search, probe: Probe): Promise<Look> {
  const { deadline, watched } = search;
  const startedAt = performance.now();
  // Silence proves nothing: only a page that responds shows that nothing is there.
  const now = { ...search, deadline: createDeadline(0, deadline.signal), silentUntil: deadline };
  try {
    return await lookAtElement(search, probe, now);
  } catch (error) {
    if (error instanceof LocatorNotFoundError) return { state: 'met', seen: 'no element' };
    if (!(error instanceof LocatorAmbiguousError) || deadline.remainingMs() === 0) throw error;
    await untilChanged(watched, startedAt, deadline);
    return { state: 'changed', seen: 'several elements' };
  }
}

/** `found`: the search that finds the element, with its own deadline. */
async function lookAtElement(search: Search, probe: Probe, found: Search): Promise<Look> {
  try {
    return await onElement(toElement(search, found), (handle, restMs) =>
      callOn(handle, 'watchElement', probe, Math.min(SLICE_MS, restMs)),
    );
  } catch (error) {
    if (error instanceof LocatorNotFoundError && found === search) {
      return { state: 'unmet', seen: 'no element' };
    }
    if (error instanceof NotActionableError) {
      return { state: 'unmet', seen: UNSETTLED };
    }
    throw error;
  }
}

/**
 * Waits until a document of the page changes, appears or disappears, or it is time to look again.
 */
async function untilChanged(
  watched: WatchedPage,
  since: number,
  deadline: Deadline,
): Promise<void> {
  const restMs = Math.min(SLICE_MS, deadline.remainingMs());
  if (restMs === 0) return;
  const changes = framesWithDocument(watched.page).map((frame) =>
    callIn(frame, 'waitForChange', performance.now() - since, restMs),
  );
  const news = [...changes, watched.navigation.nextChange()].map((change) =>
    Promise.allSettled([change]),
  );
  await settlesWithin(Promise.race(news), restMs, deadline.signal);
}
