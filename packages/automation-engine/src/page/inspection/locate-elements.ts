import { openDeadline } from '@errand/foundation';
import { type FrameMatches, type LocatorExpression, parseLocator } from '@errand/locators';
import type { Frame } from 'puppeteer';
import { WaitTimeoutError } from '../../errors.ts';
import { callOn } from '../browser/call-in-page.ts';
import { isolatedRealm } from '../browser/isolated-realm.ts';
import type { Box } from '../in-page/frame-geometry.ts';
import type { PageRun } from '../page-run.ts';

/** Maximum number of matches that are described and highlighted. */
export const MOST_MATCHES = 50;
/** A busy page has this long to respond. */
const ANSWERS_WITHIN_MS = 5000;

export interface LocatedElement {
  /** In CSS pixels of the visible part of the page. Null if the element has no box there. */
  readonly box: Box | null;
  /** Its text, without values of fields; the first 200 characters. */
  readonly text: string;
  /** Empty if the element has no role. */
  readonly role: string;
  readonly name: string;
  /** Lower case. */
  readonly tag: string;
  /** Address of the frame that contains it. Null for the main frame. */
  readonly frame: string | null;
  readonly isVisible: boolean;
}

export interface LocatedElements {
  /** Number of all matches. */
  readonly count: number;
  /** The first 50, in document order. */
  readonly matches: readonly LocatedElement[];
}

/**
 * Describes what a locator matches on the current page now, without waiting for matches. Throws
 * `LocatorSyntaxError`, `AmbiguousFrameError`, `NotAFrameError`, `WaitTimeoutError`.
 */
export async function locateElements(run: PageRun, command: string): Promise<LocatedElements> {
  const expression = parseLocator(command, run.bindings);
  const { frame, count, matches } = await showInTime(run, expression);
  if (!frame) return { count, matches: [] };
  const boxes = await boxesOnPage(
    frame,
    matches.map(({ box }) => box),
  );
  const address = frame.parentFrame() ? run.redact(frame.url()) : null;
  const located = matches.map((match, index) => ({
    ...match,
    text: run.redact(match.text),
    name: run.redact(match.name),
    box: boxes[index] ?? null,
    frame: address,
  }));
  return { count, matches: located };
}

async function showInTime(run: PageRun, expression: LocatorExpression): Promise<FrameMatches> {
  const resolver = await run.resolverOf(run.pages.current().page);
  using timeUp = openDeadline(run.signal, ANSWERS_WITHIN_MS);
  try {
    return await resolver.show(expression, { signal: timeUp.signal, atMost: MOST_MATCHES });
  } catch (error) {
    if (!timeUp.isOver || run.signal.aborted) throw error;
    throw new WaitTimeoutError('Searching the page for the locator', ANSWERS_WITHIN_MS);
  }
}

/** Converts boxes of a frame's document. Without a frame around it, they are returned unchanged. */
async function boxesOnPage(
  inner: Frame,
  given: readonly (Box | null)[],
): Promise<readonly (Box | null)[]> {
  let boxes = given;
  for (let frame = inner; ;) {
    const parent = frame.parentFrame();
    if (!parent || boxes.length === 0) return boxes;
    await using element = await frame.frameElement();
    if (!element) return boxes.map(() => null);
    await using isolated = await isolatedRealm(parent).transferHandle(element);
    boxes = await callOn(isolated, 'boxesInParent', boxes);
    frame = parent;
  }
}
