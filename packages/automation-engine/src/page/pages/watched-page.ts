import type { CDPSession, Page } from 'puppeteer';
import { consoleText } from './console-text.ts';
import { createPointer, type Pointer } from './pointer.ts';
import type { OnFile } from '../downloads/run-file.ts';
import { findShownPdf, watchShownPdfs } from '../downloads/watch-shown-pdfs.ts';
import { BrowserCrashedError } from './page-errors.ts';
import { watchDocumentStatus } from './document-status.ts';
import { type NavigationActivity, watchNavigation } from './navigation-activity.ts';
import { type NetworkActivity, watchNetwork } from './network-activity.ts';
import { keepNetworkTail } from './network-tail.ts';
import { PageListeners } from '../browser/page-listeners.ts';
import { answerDialogs } from './answer-dialogs.ts';
import type { DialogAnswers } from './dialog-answers.ts';
import type { PageRequest } from '../../reports/run-events.ts';
import type { AnsweredDialog } from '../../reports/step-activity.ts';
import { attachSession } from '../browser/attach-session.ts';
import { frameId } from '../browser/frame-session.ts';

const CONSOLE_TAIL_LINES = 20;
/** Longer than the shown part of a line, so that a secret in it is complete when redacted. */
const CONSOLE_LINE_LENGTH = 4000;

/** A page of the run and what is known about it. */
export interface WatchedPage extends AsyncDisposable {
  readonly page: Page;
  readonly network: NetworkActivity;
  readonly navigation: NavigationActivity;
  /** HTTP status of the document that it shows; undefined if that was not loaded over HTTP. */
  readonly httpStatus: () => number | undefined;
  readonly pointer: Pointer;
  /** The last lines of its console, dialogs included, oldest first. */
  readonly consoleTail: () => readonly string[];
  /** Its last requests: those that have ended, oldest first, and then those that are open. */
  readonly networkTail: () => readonly PageRequest[];
  /** Whether a dialog that is left to a person blocks the page. */
  readonly awaitsPerson: () => boolean;
  /** Resolves when the last dialog that was left to a person has been answered. */
  readonly dialogsAnswered: () => Promise<unknown>;
  /** Resolves when the page runs a script, or no longer can. */
  readonly ping: () => Promise<unknown>;
}

export interface PageObserver {
  /** Called when the page requests a new window, which follows as a separate page. */
  readonly onWindowOpen: () => void;
  readonly onCrash: (error: BrowserCrashedError) => void;
  /** Maximum time from the start of a navigation to its document. */
  readonly navigationMs: number;
  /** Called when the page has started a download. */
  readonly onDownload: (guid: string) => void;
  /** Called when the page shows or prints a PDF. */
  readonly onFile: OnFile;
  readonly dialogs: Omit<DialogAnswers, 'during'>;
  /** The run closes a dialog that a person has left open for this long. */
  readonly dialogMs: number;
  readonly onDialog: (dialog: AnsweredDialog) => void;
  /** Adds other listeners, which are removed with the page's. */
  readonly onListen: (listeners: PageListeners, page: Page) => Promise<void>;
}

/**
 * Listens to a page and handles its dialogs. With `isOpenedByPage`, its current content is new, too.
 */
export async function watchPage(
  page: Page,
  observer: PageObserver,
  { isOpenedByPage }: { readonly isOpenedByPage: boolean },
): Promise<WatchedPage> {
  const lines: string[] = [];
  const note = (line: string) => {
    lines.push(line.slice(0, CONSOLE_LINE_LENGTH));
    if (lines.length > CONSOLE_TAIL_LINES) lines.shift();
  };
  const listeners = new PageListeners(page);
  listeners.on('console', (message) => note(`${message.type()}: ${consoleText(message)}`));
  listeners.on('pageerror', (error) => note(`uncaught: ${String(error)}`));
  listeners.on('error', (error) => {
    observer.onCrash(new BrowserCrashedError(`The page crashed: ${error.message}`));
  });
  const dialogs = answerDialogs(listeners, { ...observer, note });
  const network = watchNetwork(listeners);
  const networkTail = keepNetworkTail(listeners, page.mainFrame());
  const httpStatus = watchDocumentStatus(page, listeners);
  await observer.onListen(listeners, page);
  const session = await openSession(page);
  session.on('Page.windowOpen', observer.onWindowOpen);
  session.on('Page.javascriptDialogClosed', dialogs.onClosed);
  const mainFrameId = frameId(page.mainFrame());
  const { onDownload, onFile, navigationMs: timeoutMs } = observer;
  const navigation = watchNavigation(session, { mainFrameId, listeners, timeoutMs, onDownload });
  const pdfs = watchShownPdfs(session, { listeners, mainFrameId, onFile });
  const shown = isOpenedByPage ? await findShownPdf(session) : undefined;
  if (shown) pdfs.take(shown);
  return {
    page,
    network,
    navigation,
    httpStatus,
    pointer: createPointer(page),
    consoleTail: () => [...lines],
    networkTail,
    awaitsPerson: dialogs.areWaiting,
    dialogsAnswered: dialogs.answered,
    ping: () => session.send('Runtime.evaluate', { expression: '0' }),
    async [Symbol.asyncDispose]() {
      listeners[Symbol.dispose]();
      dialogs[Symbol.dispose]();
      navigation[Symbol.dispose]();
      // A closed page no longer has a session.
      await Promise.allSettled([session.detach()]);
    },
  };
}

async function openSession(page: Page): Promise<CDPSession> {
  const session = await attachSession(page);
  await session.send('Page.enable');
  return session;
}
