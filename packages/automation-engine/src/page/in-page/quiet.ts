interface QuietWatch {
  lastChangeAt: number;
  /** Also watches shadow roots that have appeared below the node. */
  readonly watchShadows: (node: Node) => void;
}

let known: QuietWatch | undefined;

/** Records when the document or an open shadow root in it changes, from the first call on. */
export function watchChanges(): QuietWatch {
  if (known) return known;
  const changes = { subtree: true, childList: true, characterData: true, attributes: true };
  // A search for shadow roots ends after this many elements, so that huge documents cost no more
  // than large ones.
  const mostElements = 10_000;
  const roots = new WeakSet<Node>();
  const observer = new MutationObserver((records) => {
    watch.lastChangeAt = performance.now();
    for (const { addedNodes } of records.slice(0, 100)) addedNodes.forEach(watchShadows);
  });
  const watchShadows = (node: Node): void => {
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_ELEMENT);
    let left = mostElements;
    for (let next: Node | null = node; next && left > 0; next = walker.nextNode(), left -= 1) {
      const root = next instanceof Element ? next.shadowRoot : null;
      if (!root || roots.has(root)) continue;
      roots.add(root);
      observer.observe(root, changes);
      watchShadows(root);
    }
  };
  const watch: QuietWatch = { lastChangeAt: performance.now(), watchShadows };
  known = watch;
  observer.observe(document, changes);
  return watch;
}

/**
 * Returns when the document has not changed for `windowMs`, or after `timeoutMs`. All but `owedMs`
 * of the window may have passed before the call. Returns how long it waited.
 */
export async function waitForUnchanged(
  windowMs: number,
  timeoutMs: number,
  owedMs = 0,
): Promise<number> {
  const watch = watchChanges();
  watch.watchShadows(document);
  const start = performance.now();
  for (;;) {
    const now = performance.now();
    const unchangedAt = Math.max(watch.lastChangeAt + windowMs, start + owedMs);
    const restMs = Math.min(unchangedAt, start + timeoutMs) - now;
    if (restMs <= 0) return now - start;
    await new Promise((resolve) => {
      setTimeout(resolve, restMs);
    });
  }
}
