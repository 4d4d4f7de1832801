export interface OpenLimit {
  /** Fires with the caller's signal, with `stop`, or when the time passes. */
  readonly signal: AbortSignal;
  /** Whether the time passed before anything else fired. */
  readonly isOver: () => boolean;
  /** Restarts the time limit. */
  readonly restart: () => void;
  /** Aborts everything that uses the signal, and removes the timer and the listener. */
  readonly stop: () => void;
}

/** About 24 days. Longer timers would fire immediately. */
const LONGEST_TIMER_MS = 2_147_483_647;

/** Creates a signal that fires with another signal or after a time. Always call `stop`. */
export function openLimit(outer: AbortSignal | undefined, milliseconds: number): OpenLimit {
  const own = new AbortController();
  let isOver = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = (reason: unknown): void => {
    clearTimeout(timer);
    outer?.removeEventListener('abort', onAbort);
    own.abort(reason);
  };
  const onAbort = (): void => end(outer?.reason);
  const restart = (): void => {
    clearTimeout(timer);
    if (own.signal.aborted || milliseconds > LONGEST_TIMER_MS) return;
    timer = setTimeout(() => {
      isOver = true;
      end(new DOMException(`Nothing happened for ${milliseconds} ms.`, 'TimeoutError'));
    }, milliseconds);
  };
  if (outer?.aborted === true) onAbort();
  else outer?.addEventListener('abort', onAbort, { once: true });
  restart();
  return {
    signal: own.signal,
    isOver: () => isOver,
    restart,
    stop: () => end(new DOMException('The operation is over.', 'AbortError')),
  };
}
