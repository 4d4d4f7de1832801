import { openDeadline } from '@errand/foundation';
import { type LocatorExpression, type LocatorResolver, showLocator } from '@errand/locators';
import type { ElementHandle } from 'puppeteer';
import { type Deadline, settlesWithin } from '../../deadline.ts';
import { LocatorAmbiguousError, LocatorNotFoundError } from '../../errors.ts';
import { waitForCommit, waitUntilQuiet } from '../pages/wait-until-quiet.ts';
import type { WatchedPage } from '../pages/watched-page.ts';

/** A page that is being drawn anew may show old and new elements together for so long. */
const redrawMs = 1000;
/** A search that looks only once gives a busy page at least this long to answer. */
const leastAnswerMs = 1000;

/** What is searched, and how long. */
export interface Search {
  readonly watched: WatchedPage;
  readonly resolver: LocatorResolver;
  readonly expression: LocatorExpression;
  readonly deadline: Deadline;
}

/** Waits for the one match. Throws `LocatorNotFoundError`, `LocatorAmbiguousError`. */
export async function findElement(search: Search): Promise<ElementHandle> {
  const handles = await findElements(search);
  if (handles.length < 2) return takeFirst(search, handles);
  await disposeAll(handles);
  const { watched, deadline, expression } = search;
  await waitUntilQuiet(watched, Math.min(redrawMs, deadline.remainingMs()), deadline.signal);
  const remaining = await findElements(search);
  if (remaining.length < 2) return takeFirst(search, remaining);
  await disposeAll(remaining);
  throw new LocatorAmbiguousError(showLocator(expression), remaining.length, expression);
}

/**
 * As `findElement`, after the step has acted on a match: if there is no longer exactly one, that element is still the
 * one that is meant, unless the page has taken it away. What a step does may change the name of its element, or add
 * others of that name.
 */
export async function findElementAgain(
  search: Search,
  acted: ElementHandle,
): Promise<ElementHandle> {
  const { watched, resolver, expression, deadline } = search;
  await waitForCommit(watched, deadline.signal);
  const { signal } = deadline;
  const isSame = await resolver.isStillOnly(expression, acted, { signal });
  if (isSame && !watched.navigation.isNavigating()) return acted;
  const handles = await resolver.queryAll(expression, { signal });
  const [first] = handles;
  const isLeaving = watched.navigation.isNavigating();
  if (first && handles.length === 1 && !isLeaving) return first;
  await disposeAll(handles);
  return !isLeaving && (await isConnected(acted)) ? acted : findElement(search);
}

/** Waits for the first match in document order, of any number. Throws `LocatorNotFoundError`. */
export async function findFirstElement(search: Search): Promise<ElementHandle> {
  const handles = await findElements(search);
  await disposeAll(handles.slice(1));
  return takeFirst(search, handles);
}

/** Whether there is a match before the deadline. */
export async function waitForFirstMatch(search: Search): Promise<boolean> {
  const { resolver, expression, deadline } = search;
  const { signal } = deadline;
  const counted = resolver.count(expression, { signal });
  const answersWithinMs = Math.max(deadline.remainingMs(), leastAnswerMs);
  // A frame of another site that hangs has nothing to count.
  if (!(await settlesWithin(counted, answersWithinMs, signal))) return false;
  if ((await counted) > 0) return true;
  const handles = await findElements(search);
  await disposeAll(handles);
  return handles.length > 0;
}

/**
 * Waits for matches until the deadline, at least once; an empty list if there are none. Never answers with
 * elements of a document that is about to go. The caller disposes the handles.
 */
async function findElements(search: Search): Promise<ElementHandle[]> {
  const { watched, deadline } = search;
  for (;;) {
    await waitForCommit(watched, deadline.signal);
    const handles = await findMatches(search);
    // The last interaction may have begun a navigation that was not known of before this query.
    if (!watched.navigation.isNavigating()) return handles;
    await disposeAll(handles);
  }
}

async function findMatches({ resolver, expression, deadline }: Search): Promise<ElementHandle[]> {
  const { signal } = deadline;
  const remainingMs = deadline.remainingMs();
  if (remainingMs === 0) return resolver.queryAll(expression, { signal });
  using timeUp = openDeadline(signal, remainingMs);
  try {
    return await resolver.waitForMatches(expression, { signal: timeUp.signal });
  } catch (error) {
    signal.throwIfAborted();
    if (!timeUp.isOver) throw error;
    return [];
  }
}

function takeFirst(
  { expression, deadline }: Search,
  [first]: readonly ElementHandle[],
): ElementHandle {
  if (first) return first;
  throw new LocatorNotFoundError(showLocator(expression), deadline.elapsedMs(), expression);
}

async function isConnected(handle: ElementHandle): Promise<boolean> {
  return handle.evaluate(({ isConnected: isThere }) => isThere).catch(() => false);
}

async function disposeAll(handles: readonly ElementHandle[]): Promise<void> {
  await Promise.allSettled(handles.map((handle) => handle.dispose()));
}
