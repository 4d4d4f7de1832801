import type { CDPSession } from 'puppeteer';
import { settlesWithin } from '../../deadline.ts';
import { NavigationError } from '../../errors.ts';
import { createChangeNotice } from '../browser/change-notice.ts';
import type { PageListeners } from '../browser/page-listeners.ts';

/**
 * A navigation that stops without a document may turn out to be a download, or start again, within
 * this time.
 */
const AFTER_STOP_MS = 200;
/** The browser stops a navigation immediately; after this time it counts as unresponsive. */
const STOP_TIMEOUT_MS = 1000;

/** Tracks whether the page is navigating to another document. */
export interface NavigationActivity extends Disposable {
  readonly isNavigating: () => boolean;
  /**
   * Whether the page is navigating and the server has sent nothing yet. Until it does, the page
   * runs none of the engine's scripts.
   */
  readonly isAwaitingAnswer: () => boolean;
  readonly nextChange: () => Promise<void>;
  /**
   * Waits until the page is no longer navigating. Stops the navigation and throws `NavigationError`
   * when it takes too long.
   */
  readonly finish: (signal: AbortSignal) => Promise<void>;
  /** The address that could not be loaded, while the page shows the browser's error page for it. */
  readonly unreachableUrl: () => string | undefined;
}

interface Navigating {
  readonly mainFrameId: string;
  readonly listeners: PageListeners;
  /** Maximum time from the start of a navigation to its document. */
  readonly timeoutMs: number;
  /**
   * Called when a frame of the page, its main frame or another, gets a file instead of a document.
   */
  readonly onDownload: (guid: string) => void;
}

/** A navigation that has started and has not ended. */
interface Pending {
  readonly url: string;
  readonly startedAt: number;
  readonly isAnswered: boolean;
}

/**
 * Detects a navigation at its first signs. Puppeteer reports one only when it is over, but a step
 * must not act on a page that is being left.
 */
export function watchNavigation(session: CDPSession, navigating: Navigating): NavigationActivity {
  const { mainFrameId, listeners, timeoutMs } = navigating;
  const way = createWay();
  let unreachableUrl: string | undefined;
  session.on('Page.frameNavigated', ({ frame }) => {
    if (frame.id === mainFrameId) ({ unreachableUrl } = frame);
  });
  listenToBeginnings(session, mainFrameId, way);
  listenToEnds(session, navigating, way);
  listeners.on('close', way.end);
  listeners.on('response', (response) => {
    const request = response.request();
    const isDocument = request.isNavigationRequest() && !request.frame()?.parentFrame();
    const isRedirect = response.status() >= 300 && response.status() < 400;
    if (isDocument && !isRedirect) way.answer();
  });
  return {
    isNavigating: () => way.pending() !== undefined,
    isAwaitingAnswer: () => way.pending()?.isAnswered === false,
    nextChange: way.nextChange,
    async finish(signal) {
      for (let pending = way.pending(); pending; pending = way.pending()) {
        const restMs = pending.startedAt + timeoutMs - performance.now();
        if (restMs > 0 && (await settlesWithin(way.nextChange(), restMs, signal))) continue;
        if (!way.pending()) return;
        await stopLoading(session, signal);
        way.end();
        throw new NavigationError(pending.url, describeSilence(timeoutMs));
      }
    },
    unreachableUrl: () => unreachableUrl,
    [Symbol.dispose]: way.forget,
  };
}

type Way = ReturnType<typeof createWay>;

/** Holds the pending navigation of the page. */
function createWay() {
  const notice = createChangeNotice();
  let pending: Pending | undefined;
  let stopped: NodeJS.Timeout | undefined;
  /** Cancels `endSoon`. */
  const forget = () => clearTimeout(stopped);
  const end = () => {
    forget();
    if (!pending) return;
    pending = undefined;
    notice.announce();
  };
  return {
    pending: () => pending,
    nextChange: notice.next,
    begin(url: string) {
      forget();
      const isNew = pending === undefined;
      pending = { url, startedAt: pending?.startedAt ?? performance.now(), isAnswered: false };
      if (isNew) notice.announce();
    },
    answer() {
      if (pending) pending = { ...pending, isAnswered: true };
    },
    endSoon() {
      forget();
      if (pending) stopped = setTimeout(end, AFTER_STOP_MS);
    },
    end,
    forget,
  };
}

function listenToBeginnings(session: CDPSession, mainFrameId: string, way: Way): void {
  session.on('Page.frameRequestedNavigation', ({ frameId, url, disposition }) => {
    if (frameId === mainFrameId && disposition === 'currentTab') way.begin(url);
  });
  session.on('Page.frameStartedNavigating', ({ frameId, url, navigationType }) => {
    if (frameId !== mainFrameId) return;
    const staysInDocument = navigationType.toLowerCase().endsWith('samedocument');
    if (staysInDocument) way.end();
    else way.begin(url);
  });
}

function listenToEnds(
  session: CDPSession,
  { mainFrameId, onDownload }: Navigating,
  way: Way,
): void {
  session.on('Page.frameNavigated', ({ frame }) => {
    if (frame.id === mainFrameId) way.end();
  });
  session.on('Page.frameStoppedLoading', ({ frameId }) => {
    if (frameId === mainFrameId) way.endSoon();
  });
  let asksToStay = false;
  session.on('Page.javascriptDialogOpening', ({ type }) => {
    asksToStay = type === 'beforeunload';
  });
  session.on('Page.javascriptDialogClosed', ({ result }) => {
    // Nothing else reports that the page stays.
    if (asksToStay && !result) way.end();
  });
  session.on('Page.downloadWillBegin', ({ frameId, guid }) => {
    onDownload(guid);
    if (frameId === mainFrameId) way.end();
  });
}

/** For the message about a navigation that timed out. */
export function describeSilence(waitedMs: number): string {
  return `the server sent no page within ${waitedMs / 1000} s`;
}

/** Stops a pending navigation. Until then, the page runs nothing and cannot be captured. */
export async function stopLoading(session: CDPSession, signal: AbortSignal): Promise<void> {
  const stopping = Promise.allSettled([session.send('Page.stopLoading')]);
  await settlesWithin(stopping, STOP_TIMEOUT_MS, signal);
}
