import type { Browser, BrowserContext, CDPSession, Page } from 'puppeteer';
import { settlesWithin } from '../deadline.ts';

const CLEANING_TIMEOUT_MS = 2_000;

/** Events of a document that is being left. */
const LEAVING = new Set(['beforeunload', 'unload', 'pagehide', 'visibilitychange']);

/** What a page can store and read again. All types would include caches of compiled shaders. */
const STORAGE_TYPES =
  'cookies,file_systems,indexeddb,local_storage,service_workers,cache_storage,storage_buckets';

/** Reuses pages between runs: creating a browser context costs more than most runs. */
export interface PagePool extends AsyncDisposable {
  /**
   * A page in a browser context without data of earlier runs. It shows an empty document of the
   * origin, or about:blank.
   */
  readonly take: () => Promise<Page>;
  /** A page in a new browser context. */
  readonly open: () => Promise<Page>;
  /**
   * Takes back a page after its run. The next run empties and takes it, or closes its context: each
   * open window makes later runs cost more.
   */
  readonly giveBack: (page: Page, options: { readonly isReusable: boolean }) => void;
}

/** `origin`: where runs may have left data in the browser's storage. */
export function createPagePool(browser: Browser, origin: string): PagePool {
  const contexts = new Set<BrowserContext>();
  const used: Page[] = [];
  const spent: Page[] = [];
  const openNew = async () => {
    const context = await browser.createBrowserContext();
    contexts.add(context);
    return context.newPage();
  };
  const drop = async (page: Page) => {
    contexts.delete(page.browserContext());
    // The test may have ended the browser.
    await Promise.allSettled([page.browserContext().close()]);
  };
  const open = async () => {
    await Promise.all(spent.splice(0).map(drop));
    return openNew();
  };
  return {
    open,
    giveBack: (page, { isReusable }) => void (isReusable ? used : spent).push(page),
    async take() {
      const page = used.pop();
      if (!page) return open();
      if (await empties(page, origin)) return page;
      await drop(page);
      return open();
    },
    async [Symbol.asyncDispose]() {
      await Promise.allSettled([...contexts].map((context) => context.close()));
    },
  };
}

async function empties(page: Page, origin: string): Promise<boolean> {
  if (page.isClosed() || !page.browser().connected) return false;
  const [emptied] = await Promise.allSettled([
    settlesWithin(empty(page, origin), CLEANING_TIMEOUT_MS, new AbortController().signal),
  ]);
  return emptied.status === 'fulfilled' && emptied.value;
}

/**
 * Empties the page and its storage, where possible without leaving the document: a navigation costs
 * as much CPU time as the whole run. Rejects when the document may act later.
 */
async function empty(page: Page, origin: string): Promise<void> {
  const pages = await page.browserContext().pages();
  await Promise.all(pages.filter((other) => other !== page).map((other) => other.close()));
  const session = await page.createCDPSession();
  if (!isOfOrigin(page, origin) || (await mindsLeaving(session))) {
    throw new Error('The document of the last run may act later.');
  }
  const isEmptied = page.frames().length === 1 && (await page.evaluate(EMPTY_DOCUMENT)) === true;
  if (!isEmptied) await leave(page, session);
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: STORAGE_TYPES });
  await session.send('Network.clearBrowserCookies');
  await session.send('Page.resetNavigationHistory');
  await session.detach();
}

/** Whether all documents are of the origin, or were written by one that is. */
function isOfOrigin(page: Page, origin: string): boolean {
  const [main, ...inner] = page.frames().map((frame) => frame.url());
  const isOwn = (url = '') => url.startsWith(`${origin}/`);
  return isOwn(main) && inner.every((url) => isOwn(url) || /^(about:|data:|$)/.test(url));
}

/**
 * Ends all documents, and with them their timers, requests and workers. Replaces the document with
 * one of the same process: a navigation to about:blank from outside would start another.
 */
async function leave(page: Page, session: CDPSession): Promise<void> {
  const left = page.waitForNavigation();
  await Promise.all([left, page.evaluate(`void location.replace('about:blank')`)]);
  await page.evaluate(`sessionStorage.clear(); window.name = ''`);
  await session.send('Network.clearBrowserCache');
}

/** Whether the document has a handler that runs when it is left. */
async function mindsLeaving(session: CDPSession): Promise<boolean> {
  const { result } = await session.send('Runtime.evaluate', { expression: 'window' });
  const { objectId = '' } = result;
  const { listeners } = await session.send('DOMDebugger.getEventListeners', { objectId });
  return listeners.some(({ type }) => LEAVING.has(type));
}

/**
 * False when the document has scripts from files, or mentions something that continues in an empty
 * document. For example, a poll that repeats immediately when it fails keeps the next page's
 * process busy.
 */
const EMPTY_DOCUMENT = `(() => {
  const outlives = /fetch|XMLHttp|WebSocket|EventSource|Worker|Channel|setInterval|import/;
  const { documentElement } = document;
  if (outlives.test(documentElement.outerHTML) || document.querySelector('script[src]')) return false;
  for (let id = setTimeout(() => undefined); id > 0; id -= 1) clearTimeout(id);
  sessionStorage.clear();
  window.name = '';
  documentElement.replaceChildren();
  return true;
})()`;
