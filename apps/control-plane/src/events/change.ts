/** A change that a watcher waits for. Remembers one that happens while nobody waits. */
export function createChange() {
  let hasHappened = false;
  let wake: (() => void) | undefined;
  return {
    happen: (): void => {
      hasHappened = true;
      wake?.();
    },
    next: async (signal: AbortSignal, longestMs: number): Promise<void> => {
      const { promise, resolve } = Promise.withResolvers<void>();
      wake = resolve;
      if (hasHappened || signal.aborted) resolve();
      const onAbort = (): void => resolve();
      signal.addEventListener('abort', onAbort);
      const timer = setTimeout(resolve, longestMs);
      await promise;
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      hasHappened = false;
    },
  };
}
