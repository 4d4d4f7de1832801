import type { CDPSession, Page } from 'puppeteer';
import { createPointer, type Pointer } from '../acting/pointer.ts';
import type { OnFile } from '../downloads/run-file.ts';
import { findShownPdf, watchShownPdfs } from '../downloads/watch-shown-pdfs.ts';
import { BrowserCrashedError } from '../errors.ts';
import { type NavigationActivity, watchNavigation } from './navigation-activity.ts';
import { type NetworkActivity, watchNetwork } from './network-activity.ts';
import { PageListeners } from './page-listeners.ts';
import type { AcceptedDialog } from './step-activity.ts';
import { attachSession } from './attach-session.ts';
import { frameId } from './frame-session.ts';

const consoleTailLines = 20;
/** More than is shown of one, so that a secret in it is whole when it is redacted. */
const consoleLineLength = 4000;

/** A page of the run with what is known about it. */
export interface WatchedPage extends AsyncDisposable {
  readonly page: Page;
  readonly network: NetworkActivity;
  readonly navigation: NavigationActivity;
  readonly pointer: Pointer;
  /** The last lines of its console, dialogs included, oldest first. */
  readonly consoleTail: () => readonly string[];
  /** Resolves when the page runs a script of ours, or cannot any more. */
  readonly ping: () => Promise<unknown>;
}

export interface PageObserver {
  /** The page asks for a new window, which will follow as a page of its own. */
  readonly onWindowOpen: () => void;
  readonly onCrash: (error: BrowserCrashedError) => void;
  /** The page has begun a download. */
  readonly onDownload: (guid: string) => void;
  /** The page shows or prints a PDF. */
  readonly onFile: OnFile;
  readonly onDialog: (dialog: AcceptedDialog) => void;
  /** For listeners of others; they go with the page. */
  readonly onListen: (listeners: PageListeners, page: Page) => Promise<void>;
}

const dialogMessageLength = 1000;

/**
 * Listens to a page. Accepts its dialogs, because one that nobody answers stops the page. `isOpenedByPage`:
 * what it shows already is news, too.
 */
export async function watchPage(
  page: Page,
  observer: PageObserver,
  { isOpenedByPage }: { readonly isOpenedByPage: boolean },
): Promise<WatchedPage> {
  const lines: string[] = [];
  const note = (line: string) => {
    lines.push(line.slice(0, consoleLineLength));
    if (lines.length > consoleTailLines) lines.shift();
  };
  const listeners = new PageListeners(page);
  listeners.on('console', (message) => note(`${message.type()}: ${message.text()}`));
  listeners.on('pageerror', (error) => note(`uncaught: ${String(error)}`));
  listeners.on('error', (error) => {
    observer.onCrash(new BrowserCrashedError(`The page crashed: ${error.message}`));
  });
  acceptDialogs(listeners, { note, onDialog: observer.onDialog });
  const network = watchNetwork(listeners);
  await observer.onListen(listeners, page);
  const session = await openSession(page);
  session.on('Page.windowOpen', observer.onWindowOpen);
  const mainFrameId = frameId(page.mainFrame());
  const { onDownload, onFile } = observer;
  const navigation = watchNavigation(session, { mainFrameId, onDownload });
  const pdfs = watchShownPdfs(session, { listeners, mainFrameId, onFile });
  if (isOpenedByPage) {
    const shown = await findShownPdf(session);
    if (shown) pdfs.take(shown);
  }
  return {
    page,
    network,
    navigation,
    pointer: createPointer(page),
    consoleTail: () => [...lines],
    ping: () => session.send('Runtime.evaluate', { expression: '0' }),
    async [Symbol.asyncDispose]() {
      listeners[Symbol.dispose]();
      navigation[Symbol.dispose]();
      // A closed page has no session any more.
      await Promise.allSettled([session.detach()]);
    },
  };
}

function acceptDialogs(
  listeners: PageListeners,
  { note, onDialog }: { note: (line: string) => void; onDialog: PageObserver['onDialog'] },
): void {
  listeners.on('dialog', (dialog) => {
    const message = dialog.message().slice(0, dialogMessageLength);
    note(`${dialog.type()} accepted: ${message}`);
    onDialog({ type: dialog.type(), message });
    // Somebody at the live view may have answered it already.
    dialog
      .accept(dialog.defaultValue())
      .catch((error: unknown) => note(`dialog: ${String(error)}`));
  });
}

async function openSession(page: Page): Promise<CDPSession> {
  const session = await attachSession(page);
  await session.send('Page.enable');
  return session;
}
