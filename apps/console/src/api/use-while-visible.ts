import { useEffect } from 'react';

/**
 * Runs while somebody can see the page, and ends through the signal when the tab is hidden or left.
 * Browsers open only six connections to a server over HTTP/1.1, for all tabs together: streams of
 * hidden tabs would soon take them all. `run` must not change between renders.
 */
export function useWhileVisible(run: ((signal: AbortSignal) => void) | undefined): void {
  useEffect(() => {
    if (!run) return undefined;
    let leaving: AbortController | undefined;
    const start = () => {
      if (leaving || document.visibilityState === 'hidden') return;
      leaving = new AbortController();
      run(leaving.signal);
    };
    const stop = () => {
      leaving?.abort();
      leaving = undefined;
    };
    const change = () => (document.visibilityState === 'hidden' ? stop() : start());
    start();
    document.addEventListener('visibilitychange', change);
    addEventListener('pagehide', stop);
    addEventListener('pageshow', start);
    return () => {
      document.removeEventListener('visibilitychange', change);
      removeEventListener('pagehide', stop);
      removeEventListener('pageshow', start);
      stop();
    };
  }, [run]);
}
