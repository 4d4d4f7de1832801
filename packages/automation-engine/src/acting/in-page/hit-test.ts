import { describeElement, renderedParent } from './element-facts.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The innermost element drawn at a point of the window, inside open shadow roots too. */
export function elementAt(x: number, y: number): Element | undefined {
  let found = document.elementFromPoint(x, y);
  while (found?.shadowRoot) {
    const inner = found.shadowRoot.elementFromPoint(x, y);
    if (!inner || inner === found) break;
    found = inner;
  }
  return found ?? undefined;
}

/** As `elementAt`, and inside the closed shadow roots that the element itself is in. */
export function elementAtFor(element: Element, { x, y }: Point): Element | undefined {
  const roots: ShadowRoot[] = [];
  for (
    let root = element.getRootNode();
    root instanceof ShadowRoot;
    root = root.host.getRootNode()
  ) {
    roots.unshift(root);
  }
  let found = elementAt(x, y);
  for (const root of roots) {
    if (found !== root.host) continue;
    found = root.elementFromPoint(x, y) ?? found;
  }
  return found;
}

/** Where a click on the element goes: the centre of its first visible box, or its centre plus the offset. */
export function clickPoint(element: Element, offset: Point | undefined): Point {
  if (offset) {
    const { left, top, width, height } = element.getBoundingClientRect();
    return { x: left + width / 2 + offset.x, y: top + height / 2 + offset.y };
  }
  const boxes = [...element.getClientRects()].filter(
    ({ width, height }) => width > 0 && height > 0,
  );
  const box = boxes[0] ?? element.getBoundingClientRect();
  const left = Math.max(0, box.left);
  const right = Math.min(innerWidth, box.right);
  const top = Math.max(0, box.top);
  const bottom = Math.min(innerHeight, box.bottom);
  if (left >= right || top >= bottom) {
    return { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 };
  }
  return { x: (left + right) / 2, y: (top + bottom) / 2 };
}

export function whyNotInView({ x, y }: Point): string | undefined {
  const isInView = x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;
  return isInView ? undefined : 'is outside of the visible area';
}

/** Why a click at the point would not reach the element. */
export function whyNotHit(element: Element, point: Point): string | undefined {
  const outside = whyNotInView(point);
  if (outside !== undefined) return outside;
  const hit = elementAtFor(element, point);
  if (!hit) return 'is outside of the visible area';
  return isReachedThrough(element, hit) ? undefined : `is covered by ${describeElement(hit)}`;
}

/** A click on a label reaches its control; a click anywhere on a button reaches the text inside it. */
export function isReachedThrough(element: Element, hit: Element): boolean {
  const target = element.closest('button, [role="button"], a, [role="link"]') ?? element;
  for (let node: Element | undefined = hit; node; node = renderedParent(node)) {
    if (node === element || node === target) return true;
    if (node instanceof HTMLLabelElement && node.control === element) return true;
  }
  return false;
}
