import { abortable } from '@errand/foundation';
import type { JSHandle, Page } from 'puppeteer';
import type { ScrollDistance } from './element-acts.ts';
import { createDeadline, type Deadline } from '../../deadline.ts';
import { WaitTimeoutError } from '../../errors.ts';
import { waitUntilAtRest } from '../pages/wait-until-at-rest.ts';
import type { WatchedPage } from '../pages/watched-page.ts';
import { elementsAtPoint, isElementHandle } from './elements-at-point.ts';
import type { Point } from '../../targets/point.ts';
import { callIn, callOn, handleOn } from '../browser/call-in-page.ts';
import { isDocumentGone } from '../browser/gone-errors.ts';
import type { WheelTurn } from '../pages/pointer.ts';

/** How long nothing must move for scrolling to count as finished. */
const STILL_MS = 100;
/**
 * Maximum wait for scrolling to end after a turn of the wheel; a page that still moves is scrolling
 * by itself.
 */
const SETTLE_TIMEOUT_MS = 3000;
/** Pixels per turn of the wheel when scrolling to the end. */
const TURN_PIXELS = 2000;
/**
 * How long a page may take to add more content at its end, if reaching the end has set something in
 * motion, such as a request or a timer.
 */
const GROWTH_TIMEOUT_MS = 10_000;
/** A page that still grows after this time counts as endless. */
const END_TIMEOUT_MS = 60_000;

type Direction = ScrollDistance['direction'];

interface Turn {
  readonly direction: Direction;
  readonly pixels: number;
}

const wheel: Readonly<Record<Direction, (pixels: number) => WheelTurn>> = {
  up: (pixels) => ({ deltaY: -pixels }),
  down: (pixels) => ({ deltaY: pixels }),
  left: (pixels) => ({ deltaX: -pixels }),
  right: (pixels) => ({ deltaX: pixels }),
};

/**
 * Turns the wheel and waits until scrolling has finished. If the area ended too soon and then loads
 * more, the wheel turns again for the rest, as a person would.
 */
export async function scrollBy(
  watched: WatchedPage,
  { direction, pixels }: Turn,
  signal: AbortSignal,
): Promise<void> {
  const deadline = createDeadline(END_TIMEOUT_MS, signal);
  for (let rest = pixels; ;) {
    await using area = await findArea(watched, direction, deadline);
    await turn(watched, { direction, pixels: rest }, deadline);
    if (!area || rest <= area.room || deadline.remainingMs() <= 0) return;
    await waitForGrowth(watched, deadline);
    const position = await readUnlessGone(area, signal);
    if (!position) return;
    const scrolled = position.at - area.at;
    rest -= scrolled;
    // Another area may have scrolled instead, or the page may have moved this one.
    if (scrolled < area.room || rest < 1 || position.room < 1) return;
  }
}

/** A page may open another one when its end is reached: nothing is left to scroll then. */
async function readUnlessGone(area: ScrollArea, signal: AbortSignal) {
  try {
    return await abortable(area.read(), signal);
  } catch (error) {
    signal.throwIfAborted();
    if (!isDocumentGone(error)) throw error;
    return undefined;
  }
}

/**
 * Turns the wheel until nothing moves, even after the page has had time to add content at its end.
 */
export async function scrollToEnd(
  watched: WatchedPage,
  direction: Direction,
  signal: AbortSignal,
): Promise<void> {
  const deadline = createDeadline(END_TIMEOUT_MS, signal);
  const distance = { direction, pixels: TURN_PIXELS };
  while (deadline.remainingMs() > 0) {
    if (await turn(watched, distance, deadline)) continue;
    await waitForGrowth(watched, deadline);
    if (!(await turn(watched, distance, deadline))) return;
  }
  throw new WaitTimeoutError('Reaching the end of the page by scrolling', END_TIMEOUT_MS);
}

/** Waits until what the turns of the wheel have set in motion has ended. */
async function waitForGrowth(watched: WatchedPage, { remainingMs, signal }: Deadline) {
  const longestMs = Math.min(GROWTH_TIMEOUT_MS, remainingMs());
  await waitUntilAtRest(watched, {}, createDeadline(longestMs, signal));
}

interface ScrollArea extends AsyncDisposable {
  readonly at: number;
  readonly room: number;
  readonly read: () => Promise<{ readonly at: number; readonly room: number }>;
}

/** Finds the area that the next turn of the wheel will scroll. */
async function findArea(
  watched: WatchedPage,
  direction: Direction,
  { signal }: Deadline,
): Promise<ScrollArea | undefined> {
  const point = await abortable(placePointer(watched), signal);
  const elements = await abortable(elementsAtPoint(watched.page, point), signal);
  try {
    for (const { handle } of elements.toReversed()) {
      const area: JSHandle = await abortable(
        handleOn(handle, 'scrollAreaAround', direction),
        signal,
      );
      if (!isElementHandle(area)) continue;
      const read = () => callOn(area, 'scrollPosition', direction);
      const position = await abortable(read(), signal);
      return { ...position, read, [Symbol.asyncDispose]: () => area.dispose() };
    }
    return undefined;
  } finally {
    await Promise.allSettled(elements.map(({ handle }) => handle.dispose()));
  }
}

/** Turns the wheel once. Returns whether anything has scrolled. */
async function turn(
  watched: WatchedPage,
  { direction, pixels }: Turn,
  deadline: Deadline,
): Promise<boolean> {
  const { page, pointer } = watched;
  const { signal } = deadline;
  const point = await abortable(placePointer(watched), signal);
  const elements = await abortable(elementsAtPoint(page, point), signal);
  try {
    const handles = elements.map(({ handle }) => handle);
    const before = await abortable(
      Promise.all(handles.map((handle) => callOn(handle, 'scrollOffset'))),
      signal,
    );
    await abortable(pointer.turnWheel(wheel[direction](pixels)), signal);
    const restMs = Math.min(SETTLE_TIMEOUT_MS, deadline.remainingMs());
    const after = await abortable(
      Promise.all(handles.map((handle) => callOn(handle, 'waitForScrollEnd', STILL_MS, restMs))),
      signal,
    );
    return after.some((offset, index) => offset !== before[index]);
  } finally {
    await Promise.allSettled(elements.map(({ handle }) => handle.dispose()));
  }
}

/**
 * Returns where the wheel turns: at the pointer, which is first moved to the centre if it is not on
 * the page.
 */
async function placePointer({ page, pointer }: WatchedPage): Promise<Point> {
  const { width, height } = await readViewport(page);
  const position = pointer.position();
  if (position && position.x < width && position.y < height) return position;
  const middle = { x: Math.floor(width / 2), y: Math.floor(height / 2) };
  await pointer.moveTo(middle);
  return middle;
}

async function readViewport(page: Page): Promise<{ width: number; height: number }> {
  return callIn(page.mainFrame(), 'viewportSize');
}
