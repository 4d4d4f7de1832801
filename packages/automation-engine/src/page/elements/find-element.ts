import { openDeadline } from '@errand/foundation';
import {
  describeLocator,
  type LocatorExpression,
  type LocatorResolver,
  showLocator,
} from '@errand/locators';
import type { ElementHandle } from 'puppeteer';
import { createDeadline, type Deadline, settlesWithin } from '../../deadline.ts';
import { LocatorAmbiguousError, LocatorNotFoundError, SilentPageError } from '../../errors.ts';
import type { ActingElement } from '../acting/acting-element.ts';
import { settlesUnstarved } from '../../measure-starvation.ts';
import { waitForCommit, waitUntilQuiet } from '../pages/wait-until-quiet.ts';
import type { WatchedPage } from '../pages/watched-page.ts';

/** How long a page that redraws may show old and new elements together. */
const REDRAW_MS = 1000;
/** Minimum time for a busy page to respond, even to a search that looks only once. */
const LEAST_ANSWER_MS = 1000;

/** What to search for, and for how long. */
export interface Search {
  readonly watched: WatchedPage;
  readonly resolver: LocatorResolver;
  readonly expression: LocatorExpression;
  readonly deadline: Deadline;
  /**
   * Deadline for a silent page, after which the search throws `SilentPageError`. Time in which the
   * machine is starved does not count. Default: a moment, after which silence means that nothing
   * matches.
   */
  readonly silentUntil?: Deadline;
}

/**
 * The one match of a search, as an element to act on until the deadline of the search. `found`: the
 * search that finds it, with its own deadline.
 */
export function toElement(search: Search, found: Search = search): ActingElement {
  const { watched, deadline, expression } = search;
  const { page, pointer } = watched;
  const locator = describeLocator(expression);
  return { page, pointer, deadline, locator, isVerified: true, find: () => findElement(found) };
}

/** Waits for the one match. Throws `LocatorNotFoundError`, `LocatorAmbiguousError`. */
export async function findElement(search: Search): Promise<ElementHandle> {
  const handles = await findElements(search);
  if (handles.length < 2) return takeFirst(search, handles);
  await disposeAll(handles);
  const { watched, deadline, expression } = search;
  await waitUntilQuiet(watched, Math.min(REDRAW_MS, deadline.remainingMs()), deadline.signal);
  const remaining = await findElements(search);
  if (remaining.length < 2) return takeFirst(search, remaining);
  await disposeAll(remaining);
  throw new LocatorAmbiguousError(showLocator(expression), remaining.length, expression);
}

/**
 * Like `findElement`, but after the step has acted on a match: without exactly one match, that
 * element still counts unless the page has removed it. An act may rename its element, or add others
 * of that name.
 */
export async function findElementAgain(
  search: Search,
  acted: ElementHandle,
): Promise<ElementHandle> {
  const { watched, resolver, expression, deadline } = search;
  await waitForCommit(watched, deadline.signal);
  const { signal } = deadline;
  const checking = resolver.isStillOnly(expression, acted, { signal });
  if ((await isTrueInTime(checking, deadline)) && !watched.navigation.isNavigating()) return acted;
  const handles = await lookOnce(search);
  const [first] = handles;
  const isLeaving = watched.navigation.isNavigating();
  if (first && handles.length === 1 && !isLeaving) return first;
  await disposeAll(handles);
  return !isLeaving && (await isTrueInTime(isConnected(acted), deadline))
    ? acted
    : findElement(search);
}

/**
 * Waits for the first of any number of matches, in document order. Throws `LocatorNotFoundError`.
 */
export async function findFirstElement(search: Search): Promise<ElementHandle> {
  const handles = await findElements(search);
  await disposeAll(handles.slice(1));
  return takeFirst(search, handles);
}

/**
 * Whether there is a match before the deadline. Throws `SilentPageError`.
 */
export async function waitForFirstMatch(
  search: Search & Required<Pick<Search, 'silentUntil'>>,
): Promise<boolean> {
  const { watched, resolver, expression, deadline, silentUntil } = search;
  const { signal } = deadline;
  const counted = resolver.count(expression, { signal });
  const answersWithinMs = Math.max(silentUntil.remainingMs(), LEAST_ANSWER_MS);
  if (await settlesUnstarved(counted, answersWithinMs, { signal })) {
    if ((await counted) > 0) return true;
  } else if (!watched.navigation.isNavigating()) {
    throw new SilentPageError(showLocator(expression), silentUntil.elapsedMs());
  }
  const handles = await findElements(search);
  await disposeAll(handles);
  return handles.length > 0;
}

/**
 * Waits for matches until the deadline, but looks at least once; returns an empty list if there are
 * none. Never returns elements of a document that is being left. The caller disposes the handles.
 */
async function findElements(search: Search): Promise<ElementHandle[]> {
  const { watched, deadline, silentUntil } = search;
  for (;;) {
    await waitForCommit(watched, deadline.signal);
    // A document that has just arrived has not been silent yet.
    const fresh = silentUntil && createDeadline(silentUntil.timeoutMs, deadline.signal);
    const handles = await findMatches(fresh ? { ...search, silentUntil: fresh } : search);
    // The last interaction may have started a navigation that was unknown before this query.
    if (!watched.navigation.isNavigating()) return handles;
    await disposeAll(handles);
  }
}

async function findMatches(search: Search): Promise<ElementHandle[]> {
  const { resolver, expression, deadline } = search;
  const { signal } = deadline;
  const remainingMs = deadline.remainingMs();
  if (remainingMs === 0) return lookOnce(search);
  using timeUp = openDeadline(signal, remainingMs);
  try {
    return await resolver.waitForMatches(expression, { signal: timeUp.signal });
  } catch (error) {
    signal.throwIfAborted();
    if (!timeUp.isOver) throw error;
    return await lookOnce(search);
  }
}

/**
 * Returns what matches now: the first `atMost`, all by default. The time may have passed before the
 * page responded to the first look.
 */
export async function lookOnce(search: Search, atMost?: number): Promise<ElementHandle[]> {
  const { watched, resolver, expression, deadline, silentUntil } = search;
  const { signal } = deadline;
  const options = atMost === undefined ? { signal } : { signal, atMost };
  const looked = resolver.queryAll(expression, options);
  const answersWithinMs = Math.max((silentUntil ?? deadline).remainingMs(), LEAST_ANSWER_MS);
  const isAnswered = silentUntil
    ? await settlesUnstarved(looked, answersWithinMs, { signal })
    : await settlesWithin(looked, answersWithinMs, signal);
  if (isAnswered) return looked;
  // Nothing awaits these matches any more, nor the error that explains why there are none.
  looked.then(disposeAll).catch(() => undefined);
  // Otherwise, a frame of another site that hangs counts as having no match. A page that waits for
  // the next document does not respond, either.
  if (!silentUntil || watched.navigation.isNavigating()) return [];
  throw new SilentPageError(showLocator(expression), silentUntil.elapsedMs());
}

function takeFirst(
  { expression, deadline }: Search,
  [first]: readonly ElementHandle[],
): ElementHandle {
  if (first) return first;
  throw new LocatorNotFoundError(showLocator(expression), deadline.elapsedMs(), expression);
}

/** Whether the check returns true in time; even after the deadline, a busy page gets a moment. */
async function isTrueInTime(checking: Promise<boolean>, deadline: Deadline): Promise<boolean> {
  const answersWithinMs = Math.max(deadline.remainingMs(), LEAST_ANSWER_MS);
  return (await settlesWithin(checking, answersWithinMs, deadline.signal)) && (await checking);
}

async function isConnected(handle: ElementHandle): Promise<boolean> {
  return handle.evaluate(({ isConnected: isThere }) => isThere).catch(() => false);
}

export async function disposeAll(handles: readonly ElementHandle[]): Promise<void> {
  await Promise.allSettled(handles.map((handle) => handle.dispose()));
}
