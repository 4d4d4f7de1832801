import { type BrowserRelay, openBrowserRelay } from '@errand/browser-relay';
import { abortable, openDeadline } from '@errand/foundation';
import { openDesktop } from '@errand/desktop';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'puppeteer';
import { once } from './once.ts';
import { createReuseVerdict, type ReuseVerdict } from './reuse-verdict.ts';
import type { SessionOptions } from './session-options.ts';
import type { BrowserSession } from './session.ts';
import type { SharedBrowser } from './shared-browser.ts';
import { succeeds } from './succeeds.ts';

const OPEN_DEADLINE_MS = 30_000;
/** The same as for a dedicated browser: a hung page does not close. */
const TABS_DEADLINE_MS = 500;
const CLOSE_DEADLINE_MS = 5_000;

interface ContextOptions {
  readonly options: SessionOptions;
  /**
   * Called when the session has ended and closed its context. `reason`: why the browser must not
   * serve another task; undefined: no reason is known, and it has to be checked.
   */
  readonly giveBack: (reason: string | undefined) => Promise<void>;
}

/**
 * Opens a browser context with a page for one task, behind its own relay. Disposing closes the
 * context, removes its files and gives the browser back.
 */
export async function openContextSession(
  browser: SharedBrowser,
  { options, giveBack }: ContextOptions,
  signal: AbortSignal,
): Promise<BrowserSession> {
  await using owned = new AsyncDisposableStack();
  const files = owned.use(await openFiles(browser));
  const relay = owned.use(await openBrowserRelay(options));
  const { context, page } = await openContext(browser, relay, signal);
  const resources = owned.move();
  const verdict = createReuseVerdict();
  let isOver = false;
  const leave = once(async () => {
    // Ending the browser is faster, and needs no page to respond.
    if (verdict.isRefused()) return browser.leave();
    if (await closeContext(context)) return;
    verdict.refuse('its browser context did not close');
    await browser.leave();
  });
  return {
    page,
    channel: 'chromium',
    display: browser.display,
    // The pointer is parked: nothing else has used the display since it was opened or cleared.
    openDesktop: (taskSignal) =>
      openDesktop({ environment: browser.display.environment }, taskSignal),
    isFenced: browser.isFenced,
    isBehindProxy: false,
    problemOf: relay.problemOf,
    seal: relay.seal,
    memory: browser.memory,
    downloadsDirectory: files.downloads,
    inputsDirectory: files.inputs,
    isAlive: () => !isOver && browser.browser.connected,
    answers: (withinMs) => succeeds(page.evaluate('1'), withinMs),
    // Only dedicated browsers are kept for a login.
    tidy: async () => false,
    leave,
    ended: browser.ended,
    reuse: verdict,
    [Symbol.asyncDispose]: once(() => {
      isOver = true;
      return clearAway({ verdict, resources, leave, giveBack });
    }),
  };
}

interface EndedContext extends Pick<ContextOptions, 'giveBack'> {
  readonly verdict: ReuseVerdict;
  readonly resources: AsyncDisposable;
  readonly leave: () => Promise<void>;
}

/** Always gives the browser back: nothing else would end it. */
async function clearAway({ verdict, resources, leave, giveBack }: EndedContext): Promise<void> {
  const known = verdict.reason();
  if (known !== undefined) {
    await using _resources = resources;
    // The browser ends, and its context with it.
    await giveBack(known);
    return;
  }
  try {
    await using _resources = resources;
    await leave();
  } catch (error) {
    verdict.refuse('its task could not be cleared away');
    throw error;
  } finally {
    await giveBack(verdict.reason());
  }
}

async function closeContext(context: BrowserContext): Promise<boolean> {
  await succeeds(closeTabs(context), TABS_DEADLINE_MS);
  return succeeds(context.close(), CLOSE_DEADLINE_MS);
}

async function openFiles({ scratch, countContext }: SharedBrowser) {
  const path = join(scratch.path, `task-${countContext()}`);
  const downloads = join(path, 'downloads');
  const inputs = join(path, 'inputs');
  await mkdir(downloads, { recursive: true });
  await mkdir(inputs);
  return {
    downloads,
    inputs,
    async [Symbol.asyncDispose]() {
      // What a page saves after the run goes to the usual folder of the browser's home directory.
      const folders = [path, join(scratch.path, 'Downloads')];
      await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
    },
  };
}

interface OpenedContext {
  readonly context: BrowserContext;
  readonly page: Page;
}

async function openContext(
  { browser }: SharedBrowser,
  { proxyUrl }: BrowserRelay,
  signal: AbortSignal,
): Promise<OpenedContext> {
  const opening = (async () => {
    const context = await browser.createBrowserContext({
      proxyServer: proxyUrl,
      // The proxy serves loopback addresses, too.
      proxyBypassList: ['<-loopback>'],
    });
    const page = await context.newPage();
    // A window that the browser did not open at its start has no focus.
    await page.bringToFront();
    return { context, page };
  })();
  using deadline = openDeadline(signal, OPEN_DEADLINE_MS);
  return await abortable(opening, deadline.signal);
}

/** Lets pages react to their end, as when a browser ends. */
async function closeTabs(context: BrowserContext): Promise<void> {
  const pages = await context.pages();
  await Promise.allSettled(pages.map((page) => page.close()));
}
