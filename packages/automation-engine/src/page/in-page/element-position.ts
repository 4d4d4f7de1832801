import { renderedParent } from './element-facts.ts';
import { clickPoint } from './hit-test.ts';
import type { Point } from '../../targets/point.ts';

/** Where to act on an element. */
export interface PlaceOnElement {
  /** From the centre. */
  readonly offset?: Point | undefined;
  /** From the top left corner inside the border; takes precedence over `offset`. */
  readonly position?: Point | undefined;
}

export function wantedPoint(element: Element, { offset, position }: PlaceOnElement): Point {
  if (!position) return clickPoint(element, offset);
  const { left, top } = element.getBoundingClientRect();
  return {
    x: left + element.clientLeft + position.x,
    y: top + element.clientTop + position.y,
  };
}

/**
 * Scrolls everything around an element until this point of it is in view; every attempt aligns it
 * differently.
 */
export function scrollPositionTo(element: Element, position: Point, attempt: number): void {
  const shares = [0.5, 0.85, 0.15];
  const share = shares[attempt % shares.length] ?? 0.5;
  const roots = document.scrollingElement ? [document.scrollingElement] : [];
  const around: Element[] = [];
  for (let node = renderedParent(element); node; node = renderedParent(node)) {
    const isScrolled = node.scrollHeight > node.clientHeight || node.scrollWidth > node.clientWidth;
    if (isScrolled && !roots.includes(node)) around.push(node);
  }
  for (const node of [...around, ...roots]) {
    const { x, y } = wantedPoint(element, { position });
    const isRoot = roots.includes(node);
    const box = isRoot ? new DOMRect(0, 0, innerWidth, innerHeight) : node.getBoundingClientRect();
    const left = x > box.left && x < box.right ? 0 : x - (box.left + box.width * share);
    const isInView = y > box.top && y < box.bottom && attempt === 0;
    const top = isInView ? 0 : y - (box.top + box.height * share);
    node.scrollBy({ left, top, behavior: 'instant' });
  }
}
