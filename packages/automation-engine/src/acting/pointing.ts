import type { ElementHandle } from 'puppeteer';
import type { ClickOptions } from '../action-context.ts';
import { abortable, settlesWithin } from '../deadline.ts';
import {
  type ActingElement,
  adaptNeeds,
  findPoint,
  onElement,
  type TimedNeeds,
  toPinnedPoint,
} from './acting-element.ts';
import { awaitClick, type ClickVerdict, endClick } from './in-page/click-guard.ts';
import { fieldReadiness } from './in-page/fill-field.ts';
import type { Point } from './in-page/hit-test.ts';
import { inPage } from './in-page/page-script.ts';
import { type Readiness, waitUntilReady } from './in-page/wait-until-ready.ts';

const awaitClickInPage = inPage(awaitClick);
const endClickInPage = inPage(endClick);
const fieldReadinessInPage = inPage(fieldReadiness);
const waitUntilReadyInPage = inPage(waitUntilReady);

/** What a click needs, so that it does what a person's click would do. */
export const clickNeeds = {
  isStable: true,
  isEnabled: true,
  isHit: true,
  isGuarded: true,
} as const;
export const fieldNeeds = { isEnabled: true, isEditable: true } as const;
const hoverNeeds = { isStable: true, isHit: true } as const;

/** The page tells of a click that it got at once. What it does not tell of went to another document, or ended this one. */
const toldWithinMs = 100;
const clicked = { state: 'clicked' } as const;

interface ClickButton {
  readonly button: 'left' | 'middle' | 'right';
  readonly count: number;
}

export async function click(element: ActingElement, options: ClickOptions = {}): Promise<void> {
  const { button = 'left', count = 1, offset = { x: 0, y: 0 } } = options;
  await onElement(element, async (handle) => {
    const ready = await readyPoint(element, handle, needsOfClick(options));
    if (ready.state !== 'ready') return ready;
    const { x, y } = ready.point;
    // A point that was pinned knows nothing of the element's centre: the offset is from the point.
    const { x: right, y: down } = element.pin ? offset : { x: 0, y: 0 };
    const point = { x: x + right, y: y + down };
    return clickReady({ ...element, handle }, point, { button, count });
  });
}

function needsOfClick({ force, offset }: ClickOptions): TimedNeeds {
  if (force) return { isInView: true, offset };
  return offset ? { isStable: true, isInView: true, offset } : clickNeeds;
}

export async function hover(element: ActingElement): Promise<void> {
  const { point } = await onElement(element, (handle) => readyPoint(element, handle, hoverNeeds));
  await endsWithPage(element, element.pointer.moveTo(point));
}

/** The click a person would begin with. It is left out where it would go to something else. */
export async function clickIfUncovered(element: ActingElement): Promise<void> {
  await onElement(element, async (handle, timeoutMs) => {
    const needs = adaptNeeds(element, { ...fieldNeeds, isStable: 'if-animated', isGuarded: true });
    const ready = await handle.evaluate(fieldReadinessInPage, { ...needs, timeoutMs });
    if (ready.state !== 'ready' || !ready.isHit) return ready;
    const point = await toPinnedPoint(element, handle, ready.point);
    if (typeof point !== 'string') await clickReady({ ...element, handle }, point);
    return clicked;
  });
}

/**
 * Clicks an element that was `ready`, with a guard on the click unless that could not be. Answers `detached` if the
 * guard has kept the click from something else.
 */
export async function clickReady(
  element: ActingElement & { readonly handle: ElementHandle },
  point: Point,
  options?: ClickButton,
): Promise<typeof clicked | Extract<Readiness, { state: 'detached' }>> {
  const { deadline, handle } = element;
  const going: { verdict: ClickVerdict } = { verdict: { state: 'hit' } };
  // Asked before the click, so that it costs no round trip. A click that ends the document takes the answer along.
  const told = handle
    .evaluate(awaitClickInPage)
    .then((verdict) => (going.verdict = verdict))
    .catch(() => undefined);
  await clickAt(element, point, options);
  const isTold = await settlesWithin(told, toldWithinMs, deadline.signal);
  const { verdict } = going;
  if (isTold && verdict.state === 'hit') return clicked;
  await settlesWithin(
    Promise.allSettled([handle.evaluate(endClickInPage)]),
    toldWithinMs,
    deadline.signal,
  );
  return verdict.state === 'hit' ? clicked : { state: 'detached', problem: verdict.problem };
}

export async function clickAt(
  element: ActingElement,
  point: Point,
  options?: ClickButton,
): Promise<void> {
  await endsWithPage(element, element.pointer.clickAt(point, options));
}

/** An action that closes its own page has succeeded, although Puppeteer gets no answer any more. */
export async function endsWithPage(
  { page, deadline, onAct }: ActingElement,
  input: Promise<void>,
): Promise<void> {
  onAct?.();
  try {
    await abortable(input, deadline.signal);
  } catch (error) {
    deadline.signal.throwIfAborted();
    if (!page.isClosed()) throw error;
  }
}

export function readyPoint(
  element: ActingElement,
  handle: ElementHandle,
  needs: TimedNeeds,
): Promise<Readiness> {
  return findPoint(element, handle, (found, timeoutMs) =>
    found.evaluate(waitUntilReadyInPage, { ...adaptNeeds(element, needs), timeoutMs }),
  );
}
