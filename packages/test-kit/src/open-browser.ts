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

interface BrowserOptions {
  readonly flags?: readonly string[];
  /** Shows the browser on a display instead of nowhere: the environment has DISPLAY and XAUTHORITY. */
  readonly window?: {
    readonly width: number;
    readonly height: number;
    readonly environment: NodeJS.ProcessEnv;
  };
}

/** Launches a Chromium with an empty profile, headless unless it has a window; disposing ends it. One per test file is enough. */
export async function openBrowser({
  flags = [],
  window,
}: BrowserOptions = {}): Promise<TestBrowser> {
  const isRoot = process.getuid?.() === 0;
  const browser = await puppeteer.launch({
    executablePath: findChromium(),
    headless: window === undefined,
    ...(window && { defaultViewport: null, env: window.environment }),
    // Chromium's own sandbox does not work for root.
    args: [
      ...QUIET_FLAGS,
      ...(isRoot ? ['--no-sandbox'] : []),
      ...(window
        ? ['--window-position=0,0', `--window-size=${window.width},${window.height}`]
        : []),
      ...flags,
    ],
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
