import puppeteer, { type Browser, type Page } from 'puppeteer';
import { findChromium } from './find-chromium.ts';

const QUIET_FLAGS = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-gpu',
  '--disable-quic',
  '--disable-sync',
  '--no-first-run',
];

export interface TestBrowser extends AsyncDisposable {
  readonly browser: Browser;
  /** Opens a page in a browser context of its own. Disposing the page closes the context. */
  readonly openPage: (html?: string) => Promise<TestPage>;
}

export interface TestPage extends AsyncDisposable {
  readonly page: Page;
}

/** Launches a headless Chromium with an empty profile; disposing ends it. One per test file is enough. */
export async function openBrowser(
  options: { readonly flags?: readonly string[] } = {},
): Promise<TestBrowser> {
  const isRoot = process.getuid?.() === 0;
  const browser = await puppeteer.launch({
    executablePath: findChromium(),
    headless: true,
    // Chromium's own sandbox does not work for root.
    args: [...QUIET_FLAGS, ...(isRoot ? ['--no-sandbox'] : []), ...(options.flags ?? [])],
  });
  return {
    browser,
    openPage: (html) => openContextPage(browser, html),
    [Symbol.asyncDispose]: () => browser.close(),
  };
}

/** Launches a browser for a single page; disposing the page ends the browser. */
export async function openPage(html?: string): Promise<TestPage> {
  const launched = await openBrowser();
  const { page } = await launched.openPage(html);
  return { page, [Symbol.asyncDispose]: () => launched[Symbol.asyncDispose]() };
}

async function openContextPage(browser: Browser, html: string | undefined): Promise<TestPage> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  if (html !== undefined) await page.setContent(html);
  return { page, [Symbol.asyncDispose]: () => context.close() };
}
