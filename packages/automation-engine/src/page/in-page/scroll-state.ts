import { renderedParent } from './element-facts.ts';
import { nextFrame } from './wait-until-ready.ts';

/**
 * Returns the scroll positions of everything around the element in one number, which changes with
 * any of them.
 */
export function scrollOffset(element: Element): number {
  // A large factor, so that a vertical and a horizontal move never cancel out.
  const sideways = 1e6;
  const { scrollTop = 0, scrollLeft = 0 } = document.scrollingElement ?? {};
  let offset = scrollTop + scrollY + (scrollLeft + scrollX) * sideways;
  for (let node: Element | undefined = element; node; node = renderedParent(node)) {
    offset += node.scrollTop + node.scrollLeft * sideways;
  }
  return offset;
}

/**
 * Returns when nothing around the element has scrolled for `stillMs`, or after `timeoutMs`. The
 * result is the final offset.
 */
export async function waitForScrollEnd(
  element: Element,
  stillMs: number,
  timeoutMs: number,
): Promise<number> {
  const end = performance.now() + timeoutMs;
  let offset = scrollOffset(element);
  let stillSince = performance.now();
  while (performance.now() < end && performance.now() - stillSince < stillMs) {
    await nextFrame();
    const next = scrollOffset(element);
    if (next !== offset) stillSince = performance.now();
    offset = next;
  }
  return offset;
}

type Direction = 'up' | 'down' | 'left' | 'right';

/** Returns the innermost area around the element that the wheel can scroll that way, or null. */
export function scrollAreaAround(element: Element, direction: Direction): Element | null {
  for (let node: Element | undefined = element; node; node = renderedParent(node)) {
    if (isScrollArea(node) && scrollPosition(node, direction).room >= 1) return node;
  }
  return null;
}

/** Returns where an area is in the direction of a turn, and how much further it can scroll. */
export function scrollPosition(area: Element, direction: Direction): { at: number; room: number } {
  const isSideways = direction === 'left' || direction === 'right';
  const at = isSideways ? area.scrollLeft : area.scrollTop;
  const length = isSideways
    ? area.scrollWidth - area.clientWidth
    : area.scrollHeight - area.clientHeight;
  return direction === 'up' || direction === 'left'
    ? { at: -at, room: at }
    : { at, room: length - at };
}

function isScrollArea(element: Element): boolean {
  if (element === document.scrollingElement) return true;
  const { overflowX, overflowY } = getComputedStyle(element);
  return /auto|scroll/.test(`${overflowX} ${overflowY}`);
}

export function viewportSize(): { width: number; height: number } {
  return { width: innerWidth, height: innerHeight };
}
