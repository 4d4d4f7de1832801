import { comparePictures, type Desktop, type ScreenPicture, waitUntilStill } from '@errand/desktop';
import type { ScrollDistance } from '../page/acting/element-acts.ts';
import { createDeadline } from '../deadline.ts';
import { WaitTimeoutError } from '../errors.ts';

/** What a turn of the wheel by one notch scrolls in a browser, in pixels. Other programs may differ. */
const notchPixels = 120;
/** On the way to the end. */
const notchesPerTurn = 20;
/** Scrolling that has not moved for this long has come to rest. */
const quietMs = 200;
const settleTimeoutMs = 3000;
/** A page may add to its end when that comes into view: it is reached when so many turns in a row have moved nothing. */
const idleTurns = 2;
/** What still goes on growing after this time has no end. */
const endTimeoutMs = 60_000;
/** A caret or a clock is no scrolling. */
const sameFrom = 0.9999;

/** Turns the wheel where the pointer is, at first in the middle of the screen, and waits until the screen is still. */
export async function scrollOnScreen(
  desktop: Desktop,
  { direction, pixels }: ScrollDistance,
  signal: AbortSignal,
): Promise<void> {
  if (pixels === 'to-the-end') return scrollToEnd(desktop, direction, signal);
  await turn(desktop, { direction, notches: Math.ceil(pixels / notchPixels) }, signal);
}

async function scrollToEnd(
  desktop: Desktop,
  direction: ScrollDistance['direction'],
  signal: AbortSignal,
): Promise<void> {
  const deadline = createDeadline(endTimeoutMs, signal);
  let before = await desktop.look(signal);
  for (let idle = 0; deadline.remainingMs() > 0;) {
    await turn(desktop, { direction, notches: notchesPerTurn }, signal);
    const after: ScreenPicture = await desktop.look(signal);
    idle = comparePictures(before, after) >= sameFrom ? idle + 1 : 0;
    if (idle >= idleTurns) return;
    before = after;
  }
  throw new WaitTimeoutError('Reaching the end by scrolling', endTimeoutMs);
}

async function turn(
  desktop: Desktop,
  distance: Parameters<Desktop['scroll']>[0],
  signal: AbortSignal,
): Promise<void> {
  if (distance.notches > 0) await desktop.scroll(distance, signal);
  await waitUntilStill(desktop, { quietMs, timeoutMs: settleTimeoutMs }, signal);
}
