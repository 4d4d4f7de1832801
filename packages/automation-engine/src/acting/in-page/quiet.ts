interface QuietWatch {
  lastChangeAt: number;
}

/** Notes when the document changes, from the first call on. Kept in the isolated world, where the page cannot see it. */
export function watchChanges(): QuietWatch {
  const holder: typeof globalThis & { errandQuietWatch?: QuietWatch } = globalThis;
  const known = holder.errandQuietWatch;
  if (known) return known;
  const watch = { lastChangeAt: performance.now() };
  holder.errandQuietWatch = watch;
  const observer = new MutationObserver(() => {
    watch.lastChangeAt = performance.now();
  });
  const changes = { subtree: true, childList: true, characterData: true, attributes: true };
  observer.observe(document, changes);
  return watch;
}

/** Ends when the document has not changed for `windowMs`, or after `timeoutMs`. Answers how long it waited. */
export async function waitForUnchanged(windowMs: number, timeoutMs: number): Promise<number> {
  const watch = watchChanges();
  const start = performance.now();
  for (;;) {
    const now = performance.now();
    const restMs = Math.min(watch.lastChangeAt + windowMs - now, start + timeoutMs - now);
    if (restMs <= 0) return now - start;
    await new Promise((resolve) => {
      setTimeout(resolve, restMs);
    });
  }
}
