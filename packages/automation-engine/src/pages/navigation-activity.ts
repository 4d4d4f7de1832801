import type { CDPSession } from 'puppeteer';
import { createChangeNotice } from './change-notice.ts';

/** Whether the page is on its way to another document. */
export interface NavigationActivity {
  readonly isNavigating: () => boolean;
  readonly nextChange: () => Promise<void>;
}

/**
 * Puppeteer tells of a navigation when it is over; a step must not act on a page that is about to go, so
 * this listens to its first signs.
 */
export function watchNavigation(session: CDPSession, mainFrameId: string): NavigationActivity {
  const notice = createChangeNotice();
  let isNavigating = false;
  const set = (frameId: string, value: boolean) => {
    if (frameId !== mainFrameId || value === isNavigating) return;
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
  session.on('Page.frameNavigated', ({ frame }) => set(frame.id, false));
  session.on('Page.frameStoppedLoading', ({ frameId }) => set(frameId, false));
  session.on('Page.downloadWillBegin', ({ frameId }) => set(frameId, false));
  return { isNavigating: () => isNavigating, nextChange: notice.next };
}
