import { parseLocator } from '@errand/locators';
import { onElement } from '../acting/acting-element.ts';
import { callOn } from '../browser/call-in-page.ts';
import { createDeadline } from '../../deadline.ts';
import { LocatorAmbiguousError, LocatorNotFoundError, NotActionableError } from '../../errors.ts';
import { onCurrentPage } from '../pages/on-current-page.ts';
import { waitForConsequences, waitUntilQuiet } from '../pages/wait-until-quiet.ts';
import type { PageRun } from '../page-run.ts';
import { awaitResponse } from './await-response.ts';
import { type Search, toElement } from './find-element.ts';

/** Wait between checks while two elements match: one of them may be about to disappear. */
const REDRAW_MS = 100;
/** Longer than a page needs to respond at the end of a wait. */
const LEAST_ANSWER_MS = 1000;

interface Expectation {
  readonly locator: string;
  readonly isVisible: boolean;
  readonly timeoutMs: number;
}

/**
 * Returns whether the one match of a locator becomes visible (or hidden or absent) in time. Throws
 * `LocatorAmbiguousError`.
 */
export async function meetsExpectation(
  run: PageRun,
  { locator, isVisible, timeoutMs }: Expectation,
): Promise<boolean> {
  const expression = parseLocator(locator, run.bindings);
  const attempt = async () => {
    const watched = run.pages.current();
    await waitForConsequences(watched, run.signal);
    const resolver = await run.resolverOf(watched.page);
    const deadline = createDeadline(timeoutMs, run.signal);
    const search = { watched, resolver, expression, deadline };
    return isVisible ? becomesVisible(search) : becomesHidden(search);
  };
  try {
    return await onCurrentPage(run.pages, attempt);
  } catch (error) {
    run.signal.throwIfAborted();
    if (hasCode(error, 'page_closed')) return false;
    throw error;
  }
}

async function becomesVisible(search: Search): Promise<boolean> {
  const element = toElement(search);
  try {
    await onElement(element, (handle, timeoutMs) =>
      answerOf(search, callOn(handle, 'waitUntilReady', { timeoutMs })),
    );
    return true;
  } catch (error) {
    if (error instanceof LocatorNotFoundError || error instanceof NotActionableError) return false;
    throw error;
  }
}

/** Waits until the element that matches now is hidden, and searches again if it was replaced. */
export async function becomesHidden(search: Search): Promise<boolean> {
  const { deadline, watched } = search;
  const now = { ...search, deadline: createDeadline(0, deadline.signal), silentUntil: deadline };
  for (;;) {
    try {
      const element = toElement(search, now);
      const { state } = await onElement(element, (handle, timeoutMs) =>
        answerOf(search, callOn(handle, 'waitUntilHidden', timeoutMs)),
      );
      return state === 'hidden';
    } catch (error) {
      if (error instanceof LocatorNotFoundError) return true;
      if (error instanceof NotActionableError) return false;
      const isLate = deadline.remainingMs() === 0;
      if (isLate || !(error instanceof LocatorAmbiguousError)) throw error;
      await waitUntilQuiet(watched, Math.min(REDRAW_MS, deadline.remainingMs()), deadline.signal);
    }
  }
}

/** The element's frame may hang after the element has been found. */
function answerOf<Value>(
  { expression, deadline }: Search,
  waiting: Promise<Value>,
): Promise<Value> {
  const timeoutMs = deadline.remainingMs() + LEAST_ANSWER_MS;
  return awaitResponse(waiting, { expression, timeoutMs, signal: deadline.signal });
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
