export interface OpenDeadline extends Disposable {
  /** Fires with the other signal, or at the deadline with a `TimeoutError` as its reason. */
  readonly signal: AbortSignal;
  /** Whether the deadline passed first. */
  readonly isOver: boolean;
}

/**
 * Opens a signal that fires with another signal or at the deadline. Node 24 loses a timeout inside
 * AbortSignal.any when garbage is collected while nothing listens; this signal cannot be lost.
 * Disposing removes the timer and the listener. Like AbortSignal.timeout, it does not keep the
 * process alive.
 */
export function openDeadline(signal: AbortSignal | undefined, milliseconds: number): OpenDeadline {
  const ended = new AbortController();
  let isOver = false;
  const timer = setTimeout(() => {
    isOver = true;
    end(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
  }, milliseconds).unref();
  const onAbort = (): void => end(signal?.reason);
  const close = (): void => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  };
  const end = (reason: unknown): void => {
    close();
    ended.abort(reason);
  };
  if (signal?.aborted === true) onAbort();
  else signal?.addEventListener('abort', onAbort, { once: true });
  return {
    signal: ended.signal,
    get isOver() {
      return isOver;
    },
    [Symbol.dispose]: close,
  };
}
