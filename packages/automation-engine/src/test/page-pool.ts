import type { Browser, BrowserContext, Page } from 'puppeteer';
import { settlesWithin } from '../deadline.ts';

const cleaningTimeoutMs = 2000;

/** Reuses pages between runs: creating a browser context costs more than most runs. */
export interface PagePool extends AsyncDisposable {
  /** An empty page in a browser context without state from earlier runs. */
  readonly take: () => Promise<Page>;
  /** A page in a new browser context. */
  readonly open: () => Promise<Page>;
  /** Takes back a page after its run; it may be cleaned and taken again. */
  readonly giveBack: (page: Page) => void;
}

export interface PoolOptions {
  /** Where runs may have left data in the browser's storage. */
  readonly origin: string;
  /** Path of the origin that has no page: its status is 404. */
  readonly missingPath: string;
}

export function createPagePool(browser: Browser, options: PoolOptions): PagePool {
  const contexts = new Set<BrowserContext>();
  const used: Page[] = [];
  const open = async () => {
    const context = await browser.createBrowserContext();
    contexts.add(context);
    return context.newPage();
  };
  const drop = async (page: Page) => {
    contexts.delete(page.browserContext());
    // The test may have ended the browser.
    await Promise.allSettled([page.browserContext().close()]);
  };
  return {
    open,
    giveBack: (page) => used.push(page),
    async take() {
      const page = used.pop();
      if (!page) return open();
      if (await isClean(page, options)) return page;
      await drop(page);
      return open();
    },
    async [Symbol.asyncDispose]() {
      await Promise.allSettled([...contexts].map((context) => context.close()));
    },
  };
}

async function isClean(page: Page, options: PoolOptions): Promise<boolean> {
  if (page.isClosed() || !page.browser().connected) return false;
  const [cleaned] = await Promise.allSettled([
    settlesWithin(clean(page, options), cleaningTimeoutMs, new AbortController().signal),
  ]);
  return cleaned.status === 'fulfilled' && cleaned.value;
}

async function clean(page: Page, { origin, missingPath }: PoolOptions): Promise<void> {
  const pages = await page.browserContext().pages();
  await Promise.all(pages.filter((other) => other !== page).map((other) => other.close()));
  if (page.url().startsWith(origin)) await page.evaluate('sessionStorage.clear()');
  // Chromium keeps pages to go back to, and then starts a process for about:blank, which is a third
  // of the CPU time of a run. It does not keep pages of errors.
  await page.goto(`${origin}${missingPath}`);
  await page.goto('about:blank');
  const session = await page.createCDPSession();
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await session.send('Network.clearBrowserCookies');
  await session.send('Page.resetNavigationHistory');
  await session.detach();
}
