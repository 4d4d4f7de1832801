import type { CDPSession, Page } from 'puppeteer';
import { createPointer, type Pointer } from '../acting/pointer.ts';
import { BrowserCrashedError } from '../errors.ts';
import { type NavigationActivity, watchNavigation } from './navigation-activity.ts';
import { type NetworkActivity, watchNetwork } from './network-activity.ts';
import { PageListeners } from './page-listeners.ts';

const consoleTailLines = 20;
const consoleLineLength = 500;

/** A page of the run with what is known about it. */
export interface WatchedPage extends AsyncDisposable {
  readonly page: Page;
  readonly network: NetworkActivity;
  readonly navigation: NavigationActivity;
  readonly pointer: Pointer;
  /** The last lines of its console, dialogs included, oldest first. */
  readonly consoleTail: () => readonly string[];
}

export interface PageObserver {
  /** The page asks for a new window, which will follow as a page of its own. */
  readonly onWindowOpen: () => void;
  readonly onCrash: (error: BrowserCrashedError) => void;
  /** The page has begun a download. */
  readonly onDownload: (guid: string) => void;
}

/** Listens to a page. Accepts its dialogs, because one that nobody answers stops the page. */
export async function watchPage(page: Page, observer: PageObserver): Promise<WatchedPage> {
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
  listeners.on('dialog', (dialog) => {
    note(`${dialog.type()} accepted: ${dialog.message()}`);
    // Somebody at the live view may have answered it already.
    dialog
      .accept(dialog.defaultValue())
      .catch((error: unknown) => note(`dialog: ${String(error)}`));
  });
  const network = watchNetwork(listeners);
  const session = await openSession(page);
  session.on('Page.windowOpen', observer.onWindowOpen);
  const navigation = watchNavigation(session, {
    mainFrameId: mainFrameId(page),
    onDownload: observer.onDownload,
  });
  return {
    page,
    network,
    navigation,
    pointer: createPointer(page),
    consoleTail: () => [...lines],
    async [Symbol.asyncDispose]() {
      listeners[Symbol.dispose]();
      navigation[Symbol.dispose]();
      // A closed page has no session any more.
      await Promise.allSettled([session.detach()]);
    },
  };
}

async function openSession(page: Page): Promise<CDPSession> {
  const session = await page.createCDPSession();
  await session.send('Page.enable');
  return session;
}

function mainFrameId(page: Page): string {
  const id: unknown = Reflect.get(page.mainFrame(), '_id');
  if (typeof id === 'string') return id;
  throw new TypeError('Frame._id is gone from Puppeteer: pin the version that has it.');
}
