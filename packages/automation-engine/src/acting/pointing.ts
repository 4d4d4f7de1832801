import type { ClickOptions } from '../action-context.ts';
import { abortable } from '../deadline.ts';
import {
  type ActingElement,
  adaptNeeds,
  onElement,
  type TimedNeeds,
  toPinnedPoint,
  untilClickable,
} from './acting-element.ts';
import { fieldReadiness } from './in-page/fill-field.ts';
import type { Point } from './in-page/hit-test.ts';
import { inPage } from './in-page/page-script.ts';
import { waitUntilReady } from './in-page/wait-until-ready.ts';

const fieldReadinessInPage = inPage(fieldReadiness);
const waitUntilReadyInPage = inPage(waitUntilReady);

/** What a click needs, so that it does what a person's click would do. */
export const clickNeeds = { isStable: true, isEnabled: true, isHit: true } as const;
export const fieldNeeds = { isEnabled: true, isEditable: true } as const;
const hoverNeeds = { isStable: true, isHit: true } as const;

export async function click(element: ActingElement, options: ClickOptions = {}): Promise<void> {
  const { button = 'left', count = 1, offset = { x: 0, y: 0 } } = options;
  const { x, y } = await untilReadyAt(element, needsOfClick(options));
  // A point that was pinned knows nothing of the element's centre: the offset is from the point.
  const { x: right, y: down } = element.pin ? offset : { x: 0, y: 0 };
  await clickAt(element, { x: x + right, y: y + down }, { button, count });
}

function needsOfClick({ force, offset }: ClickOptions): TimedNeeds {
  if (force) return { isInView: true, offset };
  return offset ? { isStable: true, isInView: true, offset } : clickNeeds;
}

export async function hover(element: ActingElement): Promise<void> {
  const point = await untilReadyAt(element, hoverNeeds);
  await endsWithPage(element, element.pointer.moveTo(point));
}

/** The click a person would begin with. It is left out where it would go to something else. */
export async function clickIfUncovered(element: ActingElement): Promise<void> {
  const readiness = await onElement(element, async (handle, timeoutMs) => {
    const needs = adaptNeeds(element, { ...fieldNeeds, isStable: 'if-animated' });
    const ready = await handle.evaluate(fieldReadinessInPage, { ...needs, timeoutMs });
    if (ready.state !== 'ready' || !ready.isHit) return ready;
    const point = await toPinnedPoint(element, handle, ready.point);
    return typeof point === 'string' ? { ...ready, isHit: false } : { ...ready, point };
  });
  if (readiness.isHit) await clickAt(element, readiness.point);
}

export async function clickAt(
  element: ActingElement,
  point: Point,
  options?: { readonly button: 'left' | 'middle' | 'right'; readonly count: number },
): Promise<void> {
  await endsWithPage(element, element.pointer.clickAt(point, options));
}

/** An action that closes its own page has succeeded, although Puppeteer gets no answer any more. */
export async function endsWithPage(
  { page, deadline }: ActingElement,
  input: Promise<void>,
): Promise<void> {
  try {
    await abortable(input, deadline.signal);
  } catch (error) {
    deadline.signal.throwIfAborted();
    if (!page.isClosed()) throw error;
  }
}

function untilReadyAt(element: ActingElement, needs: TimedNeeds): Promise<Point> {
  return untilClickable(element, (handle, timeoutMs) =>
    handle.evaluate(waitUntilReadyInPage, { ...adaptNeeds(element, needs), timeoutMs }),
  );
}
