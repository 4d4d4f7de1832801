import { comparePictures, type Desktop, type ScreenPicture, waitUntilStill } from '@errand/desktop';
import type { ScrollDistance } from '../page/acting/element-acts.ts';
import { createDeadline } from '../deadline.ts';
import { WaitTimeoutError } from '../errors.ts';

/** Pixels that one notch of the wheel scrolls in a browser. Other programs may differ. */
const NOTCH_PIXELS = 120;
/** Notches per turn when scrolling to the end. */
const NOTCHES_PER_TURN = 20;
/** How long the screen must stay unchanged for scrolling to count as finished. */
const QUIET_MS = 200;
const SETTLE_TIMEOUT_MS = 3000;
/**
 * A page may grow when its end comes into view, so the end is reached only after this many
 * consecutive turns without movement.
 */
const IDLE_TURNS = 2;
/** A page that still grows after this time counts as endless. */
const END_TIMEOUT_MS = 60_000;
/**
 * Minimum similarity of two images between which nothing scrolled: a caret or a clock may differ.
 */
const SAME_FROM = 0.9999;

/**
 * Turns the wheel at the pointer, which starts at the centre of the screen, and waits until the
 * screen is still.
 */
export async function scrollOnScreen(
  desktop: Desktop,
  { direction, pixels }: ScrollDistance,
  signal: AbortSignal,
): Promise<void> {
  if (pixels === 'to-the-end') return scrollToEnd(desktop, direction, signal);
  await turn(desktop, { direction, notches: Math.ceil(pixels / NOTCH_PIXELS) }, signal);
}

async function scrollToEnd(
  desktop: Desktop,
  direction: ScrollDistance['direction'],
  signal: AbortSignal,
): Promise<void> {
  const deadline = createDeadline(END_TIMEOUT_MS, signal);
  let before = await desktop.look(signal);
  for (let idle = 0; deadline.remainingMs() > 0;) {
    await turn(desktop, { direction, notches: NOTCHES_PER_TURN }, signal);
    const after: ScreenPicture = await desktop.look(signal);
    idle = comparePictures(before, after) >= SAME_FROM ? idle + 1 : 0;
    if (idle >= IDLE_TURNS) return;
    before = after;
  }
  throw new WaitTimeoutError('Reaching the end by scrolling', END_TIMEOUT_MS);
}

async function turn(
  desktop: Desktop,
  distance: Parameters<Desktop['scroll']>[0],
  signal: AbortSignal,
): Promise<void> {
  if (distance.notches > 0) await desktop.scroll(distance, signal);
  await waitUntilStill(desktop, { quietMs: QUIET_MS, timeoutMs: SETTLE_TIMEOUT_MS }, signal);
}
