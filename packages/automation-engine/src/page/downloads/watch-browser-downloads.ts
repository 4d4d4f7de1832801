import { dirname } from 'node:path';
import type { Page } from 'puppeteer';
import { attachSession } from '../browser/attach-session.ts';

export type DownloadState = 'canceled' | 'completed' | 'inProgress';

interface DownloadEvents {
  readonly onBegin: (
    guid: string,
    begun: { readonly filename: string; readonly url: string },
  ) => void;
  readonly onProgress: (guid: string, state: DownloadState, receivedBytes: number) => void;
  /** The download went to another directory, so it is not one of this run. */
  readonly onElsewhere: (guid: string) => void;
}

/** The downloads of the browser context of a page. Disposing stops the events. */
export interface BrowserDownloads extends AsyncDisposable {
  /** Never rejects: the download may have ended already, or not be one of the browser's. */
  readonly cancel: (guid: string) => Promise<void>;
}

/** Lets the browser store downloads in the directory, named by their guid, and tracks them. */
export async function watchBrowserDownloads(
  page: Page,
  directory: string,
  { onBegin, onProgress, onElsewhere }: DownloadEvents,
): Promise<BrowserDownloads> {
  const session = await attachSession(page.browser());
  session.on('Browser.downloadWillBegin', ({ guid, suggestedFilename: filename, url, frameId }) => {
    if (!belongsToOtherContext(page, frameId)) onBegin(guid, { filename, url });
  });
  session.on('Browser.downloadProgress', ({ guid, state, filePath, receivedBytes }) => {
    if (filePath !== undefined && dirname(filePath) !== directory) onElsewhere(guid);
    onProgress(guid, state, receivedBytes);
  });
  await session.send('Browser.setDownloadBehavior', {
    behavior: 'allowAndName',
    downloadPath: directory,
    eventsEnabled: true,
    ...contextOf(page),
  });
  return {
    async cancel(guid) {
      const command = { guid, ...contextOf(page) };
      await Promise.allSettled([session.send('Browser.cancelDownload', command)]);
    },
    async [Symbol.asyncDispose]() {
      // The browser may already be gone.
      await Promise.allSettled([session.detach()]);
    },
  };
}

function contextOf(page: Page): { readonly browserContextId?: string } {
  const { id } = page.browserContext();
  return id === undefined ? {} : { browserContextId: id };
}

/**
 * The browser reports every download to every session. The target of a page has the id of its main
 * frame.
 */
function belongsToOtherContext(page: Page, frameId: string): boolean {
  const context = page.browserContext();
  return page
    .browser()
    .targets()
    .some(
      (target) =>
        Reflect.get(target, '_targetId') === frameId && target.browserContext() !== context,
    );
}
