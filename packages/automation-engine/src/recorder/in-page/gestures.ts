/** Number of the last press of a button or key. What the page does next is its effect. */
let gesture = 0;
let startedAt = 0;
let element: Element | undefined;

/** When nodes were added to the document; steps wait for those that appear late. */
const added = new WeakMap<Node, number>();

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

/** How long after the last gesture the element appeared; undefined if it already existed. */
export function appearedAfter(target: Element): number | undefined {
  let latest = 0;
  for (let at: Node | null = target; at; at = at.parentNode) {
    latest = Math.max(latest, added.get(at) ?? 0);
  }
  return startedAt > 0 && latest > startedAt ? latest - startedAt : undefined;
}

/** Remembers when elements were added. */
export function followAdditions(): void {
  const observer = new MutationObserver((mutations) => {
    const now = performance.now();
    for (const { addedNodes } of mutations) for (const node of addedNodes) added.set(node, now);
  });
  observer.observe(document, { subtree: true, childList: true });
}
