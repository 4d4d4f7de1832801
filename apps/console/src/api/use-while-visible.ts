import { useEffect } from 'react';

/**
 * Runs while the page is visible; the signal ends it when the tab is hidden or the page is left.
 * Over HTTP/1.1, all tabs of a browser share six connections to a server, and streams of hidden
 * tabs would soon use them all. `run` must not change between renders.
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
