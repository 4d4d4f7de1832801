import { CodedError } from '@errand/foundation';
import type { RunnerObserver } from '../runner-observer.ts';

export type BrowserObserver = Pick<RunnerObserver, 'browserStarted' | 'browserEnded'>;

/** Reports how long the start of a browser took, or that it failed. */
export async function observeStart<Session>(
  observer: BrowserObserver | undefined,
  signal: AbortSignal,
  start: () => Promise<Session>,
): Promise<Session> {
  const startedAt = performance.now();
  try {
    const session = await start();
    observer?.browserStarted(performance.now() - startedAt);
    return session;
  } catch (error) {
    if (!signal.aborted) observer?.browserEnded('start_failed');
    throw error;
  }
}

/**
 * Reports the end of a started browser once. `ended` fires when it ends by itself; call the returned
 * function when the worker ends it.
 */
export function observeEnd(observer: BrowserObserver | undefined, ended: AbortSignal): () => void {
  let isReported = false;
  const report = (reason: string): void => {
    if (!isReported) observer?.browserEnded(reason);
    isReported = true;
  };
  const onEnd = (): void => report(codeOf(ended.reason));
  if (ended.aborted) onEnd();
  else ended.addEventListener('abort', onEnd, { once: true });
  return () => report('closed');
}

function codeOf(reason: unknown): string {
  return reason instanceof CodedError ? reason.code : 'browser_crashed';
}
