import { abortable, pause } from '@errand/foundation';
import type { ElementHandle, Page } from 'puppeteer';
import type { ClickOptions } from './element-acts.ts';
import { settlesWithin } from '../../deadline.ts';
import { WrongElementError } from '../../errors.ts';
import {
  type ActingElement,
  adaptNeeds,
  findPoint,
  onElement,
  type TimedNeeds,
  toPinnedPoint,
} from './acting-element.ts';
import type { ClickVerdict } from '../in-page/click-guard.ts';
import type { Point } from '../../targets/point.ts';
import { callOn } from '../browser/call-in-page.ts';
import { isDocumentGone } from '../browser/gone-errors.ts';
import type { Readiness } from '../in-page/wait-until-ready.ts';
import type { PointerClick } from '../pages/pointer.ts';

/** The requirements of a click that has the same effect as a person's click. */
export const clickNeeds = {
  isStable: true,
  isEnabled: true,
  isHit: true,
  isGuarded: true,
} as const;
export const fieldNeeds = { isEnabled: true, isEditable: true } as const;
const hoverNeeds = { isStable: true, isHit: true } as const;

/**
 * The page immediately reports a click that it receives. An unreported click went to another
 * document, or ended this one.
 */
const TOLD_WITHIN_MS = 100;
/**
 * How long a busy page has to remove the guard, to report a click that the guard has blocked, and
 * to close once its session has ended.
 */
const ENDED_WITHIN_MS = 2_000;
const clicked = { state: 'clicked' } as const;

type ClickManner = Pick<ClickOptions, 'modifiers' | 'holdMs'> & {
  readonly button: 'left' | 'middle' | 'right';
  readonly count: number;
};

export async function click(element: ActingElement, options: ClickOptions = {}): Promise<void> {
  const { button = 'left', count = 1, offset = { x: 0, y: 0 }, modifiers, holdMs } = options;
  if (element.pin && options.position) {
    throw new WrongElementError(element.locator, 'is a point, which has no position inside it');
  }
  await onElement(element, async (handle) => {
    const ready = await readyPoint(element, handle, needsOfClick(options));
    if (ready.state !== 'ready') return ready;
    const { x, y } = ready.point;
    // A pinned point is unrelated to the element's centre, so the offset is relative to the point.
    const { x: right, y: down } = element.pin ? offset : { x: 0, y: 0 };
    const point = { x: x + right, y: y + down };
    return clickReady({ ...element, handle }, point, { button, count, modifiers, holdMs });
  });
}

function needsOfClick({ force, offset, position }: ClickOptions): TimedNeeds {
  if (force) return { isInView: true, offset, position };
  if (position) return { ...clickNeeds, position };
  return offset ? { isStable: true, isInView: true, offset } : clickNeeds;
}

export async function hover(element: ActingElement): Promise<void> {
  const { point } = await onElement(element, (handle) => readyPoint(element, handle, hoverNeeds));
  await endsWithPage(element, element.pointer.moveTo(point));
}

export async function scrollIntoView(element: ActingElement): Promise<void> {
  await onElement(element, (handle, timeoutMs) => callOn(handle, 'bringIntoView', timeoutMs));
}

/** The click with which a person would start; left out if it would hit something else. */
export async function clickIfUncovered(element: ActingElement): Promise<void> {
  await onElement(element, async (handle, timeoutMs) => {
    const needs = adaptNeeds(element, { ...fieldNeeds, isStable: 'if-animated', isGuarded: true });
    const ready = await callOn(handle, 'fieldReadiness', { ...needs, timeoutMs });
    if (ready.state !== 'ready' || !ready.isHit) return ready;
    const point = await toPinnedPoint(element, handle, ready.point);
    if (typeof point !== 'string') await clickReady({ ...element, handle }, point);
    return clicked;
  });
}

/**
 * Clicks an element that was `ready`, with a guard on the click if possible. Returns `detached` if
 * the guard has blocked the click.
 */
export async function clickReady(
  element: ActingElement & { readonly handle: ElementHandle },
  point: Point,
  manner?: ClickManner,
): Promise<typeof clicked | Extract<Readiness, { state: 'detached' }>> {
  const { deadline } = element;
  const followed = followClick(element);
  const { holdMs = 0, ...plain } = manner ?? { button: 'left', count: 1 };
  const hold = async () => {
    // A click that went to something else is released immediately.
    const verdict = await followed.verdict();
    if (verdict.state === 'hit') await pause(holdMs, deadline.signal);
  };
  await clickAt(element, point, { ...plain, hold: holdMs > 0 ? hold : undefined });
  return followed.end();
}

/**
 * Presses the left button on an element that was `ready`. The button stays pressed, unless the
 * guard has blocked the press: then returns `detached`.
 */
export async function pressReady(
  element: ActingElement & { readonly handle: ElementHandle },
  point: Point,
): Promise<typeof clicked | Extract<Readiness, { state: 'detached' }>> {
  const followed = followClick(element);
  await endsWithPage(element, element.pointer.pressAt(point));
  const { state } = await followed.verdict();
  if (state === 'missed') await endsWithPage(element, element.pointer.release());
  return followed.end();
}

/** Requests the verdict of the guard before the click, so that it costs no round trip. */
function followClick({ deadline, handle }: ActingElement & { readonly handle: ElementHandle }) {
  const { signal } = deadline;
  // The browser confirms a press only after the guard has judged it. The verdict has been sent by
  // then, however busy the page is afterwards. Without a verdict, the press has ended the document,
  // or gone to the document of a frame that was the target.
  let known: ClickVerdict = { state: 'hit' };
  // A click that ends the document also ends the call.
  const told = callOn(handle, 'awaitClick')
    .then((verdict) => (known = verdict))
    .catch(() => undefined);
  return {
    async verdict(): Promise<ClickVerdict> {
      await settlesWithin(told, TOLD_WITHIN_MS, signal);
      return known;
    },
    async end(): Promise<typeof clicked | Extract<Readiness, { state: 'detached' }>> {
      const isTold = await settlesWithin(told, TOLD_WITHIN_MS, signal);
      if (isTold && known.state === 'hit') return clicked;
      const ended = Promise.allSettled([callOn(handle, 'endClick')]);
      await settlesWithin(ended, ENDED_WITHIN_MS, signal);
      return known.state === 'hit' ? clicked : { state: 'detached', problem: known.problem };
    },
  };
}

export async function clickAt(
  element: ActingElement,
  point: Point,
  options?: PointerClick,
): Promise<void> {
  await endsWithPage(element, element.pointer.clickAt(point, options));
}

interface EndingAct extends Pick<ActingElement, 'page' | 'onAct'> {
  readonly deadline: Pick<ActingElement['deadline'], 'signal'>;
}

/** An action that closes its own page has succeeded, although Puppeteer gets no response. */
export async function endsWithPage(
  { page, deadline, onAct }: EndingAct,
  input: Promise<void>,
): Promise<void> {
  onAct?.();
  try {
    await abortable(input, deadline.signal);
  } catch (error) {
    deadline.signal.throwIfAborted();
    if (!(await isClosing(page, error, deadline.signal))) throw error;
  }
}

/** Whether the error was caused by the page closing. */
export async function isClosing(page: Page, error: unknown, signal: AbortSignal): Promise<boolean> {
  return isDocumentGone(error) && (await closesSoon(page, signal));
}

/** Puppeteer rejects pending calls on a closing page before it reports the page as closed. */
export async function closesSoon(page: Page, signal: AbortSignal): Promise<boolean> {
  if (page.isClosed()) return true;
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  const onClose = () => resolve();
  page.once('close', onClose);
  try {
    return await settlesWithin(closed, ENDED_WITHIN_MS, signal);
  } finally {
    page.off('close', onClose);
  }
}

export function readyPoint(
  element: ActingElement,
  handle: ElementHandle,
  needs: TimedNeeds,
): Promise<Readiness> {
  return findPoint(element, handle, (found, timeoutMs) =>
    callOn(found, 'waitUntilReady', { ...adaptNeeds(element, needs), timeoutMs }),
  );
}
