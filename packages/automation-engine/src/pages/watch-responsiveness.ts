import { settlesWithin } from '../deadline.ts';
import { PageUnresponsiveError } from '../errors.ts';
import type { PageTracker } from './page-tracker.ts';
import type { WatchedPage } from './watched-page.ts';

const pauseMs = 1000;

interface Watch {
  /** A page that does not answer for this long is unresponsive. */
  readonly unresponsiveMs: number;
  readonly onUnresponsive: (error: PageUnresponsiveError) => void;
}

/** Asks the current page again and again whether it still answers, until disposed. */
export function watchResponsiveness(
  pages: PageTracker,
  { unresponsiveMs, onUnresponsive }: Watch,
): Disposable {
  const ended = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const ask = async () => {
    const watched = pages.open().at(-1) && pages.current();
    if (watched && !(await answers(watched, unresponsiveMs, ended.signal))) {
      onUnresponsive(new PageUnresponsiveError(watched.page.url(), unresponsiveMs));
      return;
    }
    timer = setTimeout(askLater, pauseMs);
  };
  const askLater = () => {
    ask().catch((error: unknown) => {
      if (!ended.signal.aborted) throw error;
    });
  };
  timer = setTimeout(askLater, pauseMs);
  return {
    [Symbol.dispose]() {
      clearTimeout(timer);
      ended.abort();
    },
  };
}

/** A page that closes or goes to another document has answered, too. */
function answers({ ping }: WatchedPage, timeoutMs: number, signal: AbortSignal): Promise<boolean> {
  return settlesWithin(Promise.allSettled([ping()]), timeoutMs, signal);
}
