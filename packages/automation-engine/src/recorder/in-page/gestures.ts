import type { Appearance } from '../notes.ts';

/** Number of the last press of a button or key. What the page does next is its effect. */
let gesture = 0;
let startedAt = 0;
let element: Element | undefined;

/** Nodes that were added after a gesture; steps wait for those that appear late. */
const added = new WeakMap<Node, Appearance>();

export function beginGesture(on: Element | undefined): number {
  gesture += 1;
  startedAt = performance.now();
  element = on;
  return gesture;
}

export function currentGesture(): number {
  return gesture;
}

/** The element that the person last pressed or typed on. */
export function gestureElement(): Element | undefined {
  return element;
}

/** When the element was last added to the document; undefined if no gesture preceded that. */
export function appearanceOf(target: Element): Appearance | undefined {
  let latest: Appearance | undefined;
  for (let at: Node | null = target; at; at = at.parentNode) {
    const own = added.get(at);
    if (own && own.addition > (latest?.addition ?? 0)) latest = own;
  }
  return latest;
}

/** Remembers when elements were added. */
export function followAdditions(): void {
  let addition = 0;
  const observer = new MutationObserver((mutations) => {
    if (gesture === 0) return;
    addition += 1;
    const appearance = { addition, afterMs: performance.now() - startedAt };
    for (const { addedNodes } of mutations) {
      for (const node of addedNodes) added.set(node, appearance);
    }
  });
  observer.observe(document, { subtree: true, childList: true });
}
