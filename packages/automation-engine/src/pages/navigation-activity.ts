import type { CDPSession } from 'puppeteer';
import { createChangeNotice } from './change-notice.ts';

/** A navigation that stops without a document may turn out to be a download, or begin anew, this much later. */
const afterStopMs = 200;

/** Whether the page is on its way to another document. */
export interface NavigationActivity extends Disposable {
  readonly isNavigating: () => boolean;
  readonly nextChange: () => Promise<void>;
  /** The address that could not be loaded, while the page shows the browser's error page for it. */
  readonly unreachableUrl: () => string | undefined;
}

interface Navigating {
  readonly mainFrameId: string;
  /** A frame of the page, its main frame or another, has got a file instead of a document. */
  readonly onDownload: (guid: string) => void;
}

/**
 * Puppeteer tells of a navigation when it is over; a step must not act on a page that is about to go, so
 * this listens to its first signs.
 */
export function watchNavigation(
  session: CDPSession,
  { mainFrameId, onDownload }: Navigating,
): NavigationActivity {
  const notice = createChangeNotice();
  let isNavigating = false;
  let stopped: NodeJS.Timeout | undefined;
  let unreachableUrl: string | undefined;
  const set = (frameId: string, value: boolean) => {
    if (frameId !== mainFrameId) return;
    clearTimeout(stopped);
    if (value === isNavigating) return;
    isNavigating = value;
    notice.announce();
  };
  session.on('Page.frameRequestedNavigation', ({ frameId, disposition }) => {
    if (disposition === 'currentTab') set(frameId, true);
  });
  session.on('Page.frameStartedNavigating', ({ frameId, navigationType }) => {
    const staysInDocument = navigationType.toLowerCase().endsWith('samedocument');
    set(frameId, !staysInDocument);
  });
  session.on('Page.frameNavigated', ({ frame }) => {
    if (frame.id === mainFrameId) ({ unreachableUrl } = frame);
    set(frame.id, false);
  });
  session.on('Page.frameStoppedLoading', ({ frameId }) => {
    if (frameId !== mainFrameId || !isNavigating) return;
    clearTimeout(stopped);
    stopped = setTimeout(() => set(frameId, false), afterStopMs);
  });
  session.on('Page.downloadWillBegin', ({ frameId, guid }) => {
    onDownload(guid);
    set(frameId, false);
  });
  return {
    isNavigating: () => isNavigating,
    nextChange: notice.next,
    unreachableUrl: () => unreachableUrl,
    [Symbol.dispose]: () => clearTimeout(stopped),
  };
}
