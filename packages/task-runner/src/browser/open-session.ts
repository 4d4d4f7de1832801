import { type BrowserRelay, openBrowserRelay } from '@errand/browser-relay';
import { abortable, openDeadline } from '@errand/foundation';
import { mkdir, rm } from 'node:fs/promises';
import type { Browser, Page } from 'puppeteer';
import { openProxyRelay, type ProxyRelay } from '../proxy/open-proxy-relay.ts';
import { createDesktopOpener } from './create-desktop-opener.ts';
import { createFenceCheck } from './is-fenced.ts';
import { observeEnd, observeStart } from './observe-browser.ts';
import { once } from './once.ts';
import { createReuseVerdict } from './reuse-verdict.ts';
import type { SessionOptions } from './session-options.ts';
import type { BrowserSession } from './session.ts';
import { startBrowser } from './start-browser.ts';
import { succeeds } from './succeeds.ts';

/** Without this deadline, a hung browser would take as long as Puppeteer waits for any response. */
const FIRST_PAGE_DEADLINE_MS = 30_000;

/**
 * Opens a display with a browser on a fresh profile. Disposing ends the browser within a second,
 * removes everything it wrote, and ends the display or gives it back.
 */
export async function openSession(
  options: SessionOptions,
  signal: AbortSignal,
): Promise<BrowserSession> {
  return observeStart(options.observer, signal, () => startSession(options, signal));
}

async function startSession(options: SessionOptions, signal: AbortSignal): Promise<BrowserSession> {
  await using owned = new AsyncDisposableStack();
  const relay = owned.use(await openRelay(options));
  const { proxyUrl } = relay;
  const verdict = createReuseVerdict();
  const start = { proxyUrl, startWindow: 'page', whyReplaceDisplay: verdict.reason } as const;
  const started = owned.use(await startBrowser(options, start, signal));
  const { browser, display, memory, scratch } = started;
  let page = await firstPageOf(browser, signal);
  const ended = AbortSignal.any([started.ended, ...failuresOf(relay)]);
  const reportClosed = observeEnd(options.observer, ended);
  const resources = owned.move();
  return {
    get page() {
      return page;
    },
    channel: options.channel ?? 'chromium',
    display,
    openDesktop: createDesktopOpener(display),
    isFenced: createFenceCheck(browser),
    isBehindProxy: options.proxy !== undefined,
    memory,
    downloadsDirectory: scratch.downloads,
    inputsDirectory: scratch.inputs,
    isAlive: () => browser.connected,
    answers: (withinMs) => succeeds(page.evaluate('1'), withinMs),
    async tidy(withinMs) {
      const tidied = (async () => {
        page = await keepOneTab(browser, page);
        await empty(scratch.downloads);
      })();
      return browser.connected && (await succeeds(tidied, withinMs));
    },
    ...accessOf(relay),
    leave: () => {
      reportClosed();
      return started.leave();
    },
    ended,
    reuse: verdict,
    [Symbol.asyncDispose]: once(() => {
      reportClosed();
      return resources.disposeAsync();
    }),
  };
}

/** The relay is the browser's only connection to the network. */
async function openRelay(options: SessionOptions): Promise<BrowserRelay & Partial<ProxyRelay>> {
  return options.proxy ? openProxyRelay(options.proxy, options) : openBrowserRelay(options);
}

function accessOf({ problemOf, seal }: BrowserRelay): Pick<BrowserSession, 'problemOf' | 'seal'> {
  return { problemOf, seal };
}

function failuresOf({ failed }: Partial<ProxyRelay>): readonly AbortSignal[] {
  return failed ? [failed] : [];
}

async function keepOneTab(browser: Browser, wanted: Page): Promise<Page> {
  const page = await choosePage(browser, wanted);
  const others = (await browser.pages()).filter((other) => other !== page);
  await Promise.all(others.map((other) => other.close()));
  await page.bringToFront();
  return page;
}

async function empty(directory: string): Promise<void> {
  await rm(directory, { recursive: true, force: true });
  await mkdir(directory);
}

async function firstPageOf(browser: Browser, signal: AbortSignal): Promise<Page> {
  const opening = (async () => {
    const page = await choosePage(browser);
    // Its document has no focus before.
    await page.bringToFront();
    return page;
  })();
  using deadline = openDeadline(signal, FIRST_PAGE_DEADLINE_MS);
  return await abortable(opening, deadline.signal);
}

/** Returns the given tab if it is still open, otherwise the newest. */
async function choosePage(browser: Browser, wanted?: Page): Promise<Page> {
  if (wanted && !wanted.isClosed()) return wanted;
  return (await browser.pages()).at(-1) ?? browser.newPage();
}
