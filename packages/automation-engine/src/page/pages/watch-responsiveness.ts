import { PageUnresponsiveError } from './page-errors.ts';
import { measureStarvation } from '../../measure-starvation.ts';
import type { PageTracker } from './page-tracker.ts';
import type { WatchedPage } from './watched-page.ts';

const PAUSE_MS = 1000;

interface Watch {
  /** A page that does not respond for this long is unresponsive. */
  readonly unresponsiveMs: number;
  readonly onUnresponsive: (error: PageUnresponsiveError) => void;
}

/** Polls whether the current page still responds, until disposed. */
export function watchResponsiveness(
  pages: PageTracker,
  { unresponsiveMs, onUnresponsive }: Watch,
): Disposable {
  const ended = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const ask = async () => {
    const watched = pages.open().at(-1) && pages.current();
    // Tabs may share a process, which a dialog blocks.
    const awaitsPerson = () => pages.open().some((one) => one.awaitsPerson());
    const silence =
      watched && (await findSilence({ ...watched, awaitsPerson }, unresponsiveMs, ended.signal));
    if (watched && silence) {
      onUnresponsive(new PageUnresponsiveError(watched.page.url(), silence));
      return;
    }
    timer = setTimeout(askLater, PAUSE_MS);
  };
  const askLater = () => {
    ask().catch((error: unknown) => {
      if (!ended.signal.aborted) throw error;
    });
  };
  timer = setTimeout(askLater, PAUSE_MS);
  return {
    [Symbol.dispose]() {
      clearTimeout(timer);
      ended.abort();
    },
  };
}

interface Silence {
  readonly waitedMs: number;
  /** The part of that time in which the machine had too little CPU. */
  readonly starvedMs: number;
}

/**
 * Returns how long the page has not responded, once that is too long; undefined otherwise. A page
 * that closes or navigates has responded, too. Time spent waiting for its server, or for a person
 * to answer its dialog, or while the machine is starved, does not count against the page.
 */
async function findSilence(
  { ping, navigation, awaitsPerson }: WatchedPage,
  unresponsiveMs: number,
  signal: AbortSignal,
): Promise<Silence | undefined> {
  const answered = Promise.allSettled([ping()]);
  const starvation = measureStarvation();
  let waitedMs = 0;
  let starvedMs = 0;
  while (unresponsiveMs - (waitedMs - starvedMs) >= 1) {
    const restMs = unresponsiveMs - (waitedMs - starvedMs);
    const slice = await starvation.waitFor(answered, restMs, signal);
    if (slice.isSettled) return undefined;
    waitedMs += slice.passedMs;
    starvedMs += slice.starvedMs;
    if (navigation.isAwaitingAnswer() || awaitsPerson()) waitedMs = starvedMs = 0;
  }
  return { waitedMs, starvedMs };
}
