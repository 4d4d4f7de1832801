import { scrollOffset, waitForScrollEnd } from './scroll-state.ts';
import { nextFrame } from './wait-until-ready.ts';

type InView =
  | { readonly state: 'in-view' | 'detached' }
  | { readonly state: 'blocked'; readonly problem: string };

/**
 * Scrolls every area and frame around the element until it is in view (completely if there is room)
 * and stays there: content that comes into view may grow and push it away.
 */
export async function bringIntoView(element: Element, timeoutMs: number): Promise<InView> {
  // How long the element must not move for scrolling to count as finished.
  const stillMs = 100;
  const end = performance.now() + timeoutMs;
  for (let hasScrolled = false; ;) {
    if (!element.isConnected) return { state: 'detached' };
    const before = scrollOffset(element);
    const ratio = await visibleRatio(element);
    if (ratio > 0.99 || (hasScrolled && ratio > 0)) {
      const after = await waitForScrollEnd(element, stillMs, end - performance.now());
      if (after === before && (await visibleRatio(element)) > 0) return { state: 'in-view' };
    }
    if (performance.now() >= end) {
      return { state: 'blocked', problem: 'is not visible, or cannot be scrolled into view' };
    }
    element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    hasScrolled = true;
    await nextFrame();
  }
}

/** Returns the share of the element that nothing around it clips: from 0 to 1. */
function visibleRatio(element: Element): Promise<number> {
  return new Promise((resolve) => {
    const observer = new IntersectionObserver(([entry]) => {
      observer.disconnect();
      resolve(entry?.intersectionRatio ?? 0);
    });
    observer.observe(element);
  });
}
