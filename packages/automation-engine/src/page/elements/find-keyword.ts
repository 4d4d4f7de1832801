import { abortable } from '@errand/foundation';
import type { Frame, Page } from 'puppeteer';
import type { VisibleText } from '../in-page/find-texts.ts';
import type { Point } from '../../targets/point.ts';
import { callIn } from '../browser/call-in-page.ts';
import { toPagePointOf } from '../acting/page-point.ts';
import { type Deadline, settlesWithin } from '../../deadline.ts';
import { KeywordAmbiguousError, LocatorNotFoundError } from '../../errors.ts';
import { framesWithDocument } from '../browser/isolated-realm.ts';
import { type Box, isInside } from '../../targets/box.ts';

/** Interval between checks for changes that no observer sees (scrolling, style sheets). */
const LOOK_AGAIN_MS = 100;
/** A frame that takes longer to respond is skipped until the next check. */
const ANSWERS_WITHIN_MS = 1000;

interface KeywordSearch {
  readonly page: Page;
  readonly keyword: string;
  /** If there are several places, the one nearest to this point counts. */
  readonly near: Point | undefined;
  /** The only part of the page area that is searched. Undefined: all of it. */
  readonly within: Box | undefined;
  /** For messages. */
  readonly locator: string;
  readonly deadline: Deadline;
}

/**
 * Waits until the text is visible, in any frame, and returns its centre on the page. A place with
 * only the text takes precedence over places with more text. Throws `LocatorNotFoundError`,
 * `KeywordAmbiguousError`.
 */
export async function findKeyword(search: KeywordSearch): Promise<Point> {
  const { page, deadline, locator } = search;
  for (;;) {
    const place = choosePlace(await abortable(findPlaces(search), deadline.signal), search);
    if (place) return place.point;
    const restMs = deadline.remainingMs();
    if (restMs === 0) throw new LocatorNotFoundError(locator, deadline.elapsedMs());
    await abortable(waitForChange(page, Math.min(restMs, LOOK_AGAIN_MS)), deadline.signal);
  }
}

async function findPlaces({ page, keyword, deadline }: KeywordSearch): Promise<VisibleText[]> {
  const places: VisibleText[] = [];
  const searches = framesWithDocument(page).map(async (frame) => {
    places.push(...(await findInFrame(frame, keyword)));
  });
  // A frame that has disappeared shows nothing, and one that hangs must not hold up the others.
  await settlesWithin(Promise.allSettled(searches), ANSWERS_WITHIN_MS, deadline.signal);
  return places;
}

async function findInFrame(frame: Frame, keyword: string): Promise<VisibleText[]> {
  const texts = await callIn(frame, 'findTexts', keyword);
  const places: VisibleText[] = [];
  for (const text of texts) {
    const point = await toPagePointOf(frame, text.point);
    if (typeof point !== 'string') places.push({ ...text, point });
  }
  return places;
}

function choosePlace(
  places: readonly VisibleText[],
  { near, within, locator }: KeywordSearch,
): VisibleText | undefined {
  const seen = within ? places.filter(({ point }) => isInside(point, within)) : places;
  const whole = seen.filter(({ isWhole }) => isWhole);
  const candidates = whole.length > 0 ? whole : seen;
  if (near) return candidates.toSorted((a, b) => distance(a, near) - distance(b, near))[0];
  if (candidates.length > 1) throw new KeywordAmbiguousError(locator, candidates.length);
  return candidates[0];
}

/** Distance from the box of the text; 0 inside it. */
function distance({ point, width, height }: VisibleText, { x, y }: Point): number {
  const outsideX = Math.max(0, Math.abs(x - point.x) - width / 2);
  const outsideY = Math.max(0, Math.abs(y - point.y) - height / 2);
  return Math.hypot(outsideX, outsideY);
}

async function waitForChange(page: Page, timeoutMs: number): Promise<void> {
  const changes = framesWithDocument(page).map((frame) => callIn(frame, 'nextChange', timeoutMs));
  // A frame that disappears is also a change.
  await Promise.race(changes.map((change) => change.catch(() => undefined)));
}
