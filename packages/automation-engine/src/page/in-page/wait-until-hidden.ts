import { whyNotVisible } from './element-facts.ts';
import { nextFrame } from './wait-until-ready.ts';

/** Checks at every animation frame until the element is hidden or gone, or the time is up. */
export async function waitUntilHidden(
  element: Element,
  timeoutMs: number,
): Promise<{ readonly state: 'hidden' | 'detached' | 'shown' }> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    if (!element.isConnected) return { state: 'detached' };
    if (whyNotVisible(element) !== undefined) return { state: 'hidden' };
    if (performance.now() >= end) return { state: 'shown' };
    await nextFrame();
  }
}
