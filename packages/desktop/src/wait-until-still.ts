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
  const startedAt = performance.now();
  let shown: ScreenPicture = await desktop.look(signal);
  let changedAt = startedAt;
  for (;;) {
    const now = performance.now();
    if (now - changedAt >= quietMs) return true;
    const rest = startedAt + timeoutMs - now;
    if (rest <= 0) return false;
    await pause(Math.min(INTERVAL_MS, rest), signal);
    const next = await desktop.look(signal);
    if (countChangedPixels(shown, next) <= STILL_PIXELS) continue;
    shown = next;
    changedAt = performance.now();
  }
}
