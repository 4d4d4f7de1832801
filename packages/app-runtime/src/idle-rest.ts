/** Freeing memory blocks a process, so it must happen seldom in one that works now and then. */
const REST_AFTER_MS = 30_000;

/** Notices that a process has had nothing to do for a while. */
export interface IdleRest {
  /** Call whenever work begins or ends. */
  readonly note: (state: { readonly isIdle: boolean }) => void;
}

/**
 * Calls `rest` once when the process has been idle for `afterMs`, and again only after more work.
 * Default: after 30 s, `freeMemory`.
 */
export function createIdleRest(
  rest: () => void = loadAndFreeMemory,
  afterMs = REST_AFTER_MS,
): IdleRest {
  let timer: NodeJS.Timeout | undefined;
  return {
    note({ isIdle }) {
      clearTimeout(timer);
      if (isIdle) timer = setTimeout(rest, afterMs).unref();
    },
  };
}

/** A process that is about to start needs none of this. */
function loadAndFreeMemory(): void {
  void import('./free-memory.ts').then(({ freeMemory }) => freeMemory());
}
