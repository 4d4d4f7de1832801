import { pause } from '@errand/foundation';
import type { Desktop, ScreenPicture } from './desktop.ts';
import { countChangedPixels } from './pictures/compare-pictures.ts';

const INTERVAL_MS = 100;
/** Tolerates a blinking text cursor. */
const STILL_PIXELS = 100;

export interface StillOptions {
  /** How long the screen must stay unchanged to count as still. */
  readonly quietMs: number;
  /** Maximum wait. */
  readonly timeoutMs: number;
}

/**
 * Waits until a screen has been unchanged for a while; returns false when it was still changing at
 * the timeout.
 */
export async function waitUntilStill(
  desktop: Pick<Desktop, 'look'>,
  { quietMs, timeoutMs }: StillOptions,
  signal: AbortSignal,
): Promise<boolean> {
  const endsAt = performance.now() + timeoutMs;
  let shown: ScreenPicture = await desktop.look(signal);
  // A slow look shows the screen of some moment in it, so only the time between looks counts.
  let unchangedSince = performance.now();
  for (;;) {
    const rest = endsAt - performance.now();
    if (rest <= 0) return false;
    await pause(Math.min(INTERVAL_MS, rest), signal);
    const lookedAt = performance.now();
    const next = await desktop.look(signal);
    if (countChangedPixels(shown, next) > STILL_PIXELS) {
      shown = next;
      unchangedSince = performance.now();
    } else if (lookedAt - unchangedSince >= quietMs) {
      return true;
    }
  }
}
