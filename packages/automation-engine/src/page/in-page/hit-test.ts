import type { Point } from '../../targets/point.ts';
import { describeElement, renderedParent } from './element-facts.ts';

/** Returns the innermost element drawn at a point of the window, including open shadow roots. */
export function elementAt(x: number, y: number): Element | undefined {
  let found = document.elementFromPoint(x, y);
  while (found?.shadowRoot) {
    const inner = found.shadowRoot.elementFromPoint(x, y);
    if (!inner || inner === found) break;
    found = inner;
  }
  return found ?? undefined;
}

/** Like `elementAt`, but also looks inside the closed shadow roots that contain the element. */
export function elementAtFor(element: Element, { x, y }: Point): Element | undefined {
  let found = elementAt(x, y);
  for (const root of shadowRootsOf(element)) {
    if (found === root.host) found = hitInside(root, { x, y });
  }
  return found;
}

/** Returns the shadow roots that contain the element, the outermost first. */
export function shadowRootsOf(element: Element): ShadowRoot[] {
  const roots: ShadowRoot[] = [];
  for (
    let root = element.getRootNode();
    root instanceof ShadowRoot;
    root = root.host.getRootNode()
  ) {
    roots.unshift(root);
  }
  return roots;
}

/**
 * Returns the element of a shadow root that gets a click at the point, or the host. Slotted text
 * belongs to the host, so the browser reports the host when text is hit, but a click goes to the
 * slot that shows it.
 */
function hitInside(root: ShadowRoot, { x, y }: Point): Element {
  const found = root.elementFromPoint(x, y) ?? root.host;
  if (found !== root.host) return found;
  // Lists only boxes, never text. The host is first if its own box, or what its style adds, is on
  // top.
  const [topmost = root.host] = root.elementsFromPoint(x, y);
  if (topmost === root.host) return root.host;
  return slotOfTextAt(root, { x, y }) ?? topmost;
}

function slotOfTextAt(root: ShadowRoot, { x, y }: Point): Element | undefined {
  const shadowRoots = [...shadowRootsOf(root.host), root];
  const node = document.caretPositionFromPoint(x, y, { shadowRoots })?.offsetNode;
  return node instanceof Text ? slotWith(root, node) : undefined;
}

/** Returns the slot of the root that shows the node. Also works for closed roots. */
function slotWith(root: ShadowRoot, node: Node): HTMLSlotElement | undefined {
  return [...root.querySelectorAll('slot')].find((slot) => slot.assignedNodes().includes(node));
}

/**
 * Returns where a click on the element goes: the centre of its first visible box, or its centre
 * plus the offset.
 */
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
  return isInView ? undefined : 'is outside the visible area';
}

/** Returns why a click at the point would not reach the element. */
export function whyNotHit(element: Element, point: Point): string | undefined {
  const outside = whyNotInView(point);
  if (outside !== undefined) return outside;
  const hit = elementAtFor(element, point);
  if (!hit) return 'is outside the visible area';
  return isReachedThrough(element, hit) ? undefined : `is covered by ${describeHit(hit)}`;
}

/** A slot has no box and often no name, so its host is more helpful. */
export function describeHit(hit: Element): string {
  const root = hit.getRootNode();
  const isSlot = hit.localName === 'slot' && root instanceof ShadowRoot;
  return describeElement(isSlot ? root.host : hit);
}

/**
 * A click on a label reaches its control; a click anywhere on a button reaches the text inside it.
 */
export function isReachedThrough(element: Element, hit: Element): boolean {
  const roots = shadowRootsOf(element);
  const button = buttonAround(element, roots);
  for (let node: Element | undefined = hit; node; node = parentAsDrawn(node, roots)) {
    if (node === element || node === button) return true;
    if (node instanceof HTMLLabelElement && node.control === element) return true;
  }
  return false;
}

function buttonAround(element: Element, roots: readonly ShadowRoot[]): Element | undefined {
  const buttons = 'button, [role="button"], a, [role="link"]';
  let node: Element | undefined = element;
  while (node && !node.matches(buttons)) node = parentAsDrawn(node, roots);
  return node;
}

/** Like `renderedParent`, but also finds slots in these roots, which may be closed. */
function parentAsDrawn(element: Element, roots: readonly ShadowRoot[]): Element | undefined {
  const around = roots.find(({ host }) => host === element.parentElement);
  const slot = around && !element.assignedSlot ? slotWith(around, element) : undefined;
  return slot ?? renderedParent(element);
}
