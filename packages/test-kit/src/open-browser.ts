import { createHash, X509Certificate } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FencePrefix, launchBrowser, openParkedDisplay } from '@errand/browser-launch';
import { createBrowserNetwork, openBrowserRelay } from '@errand/browser-relay';
import type { Browser, Page } from 'puppeteer';
import { findChromium } from './find-chromium.ts';
import { keepOrEnd, type LaunchedBrowser, takeKeptBrowser } from './kept-browsers.ts';

/** The worker's default size. */
const SCREEN = { width: 1280, height: 800 };

export interface TestBrowser extends LaunchedBrowser {
  /** Opens a page in its own browser context and window. Disposing the page closes the context. */
  readonly openPage: (html?: string) => Promise<TestPage>;
}

export interface TestBrowserOptions {
  /** `direct` bypasses the relay, to measure its cost. Default: relay. */
  readonly way?: 'relay' | 'direct';
  /** A self-signed certificate in PEM to trust fully. Default: none. */
  readonly trusted?: string;
}

export interface TestPage extends AsyncDisposable {
  readonly page: Page;
}

/**
 * Opens a Chromium that is as good as new. Test files that run one after another in a process share
 * one, unless they have options, use its screen, or leave more behind than browser contexts.
 * Disposing closes the contexts, and ends a browser that is not shared. One per test file is
 * enough.
 */
export async function openBrowser(options: TestBrowserOptions = {}): Promise<TestBrowser> {
  let isShared = Object.keys(options).length === 0;
  let isOver = false;
  const launched = (isShared ? await takeKeptBrowser() : undefined) ?? (await launch(options));
  return {
    browser: launched.browser,
    get environment() {
      isShared = false;
      return launched.environment;
    },
    openPage: (html) => openContextPage(launched.browser, html),
    problemOf: launched.problemOf,
    async [Symbol.asyncDispose]() {
      if (isOver) return;
      isOver = true;
      await (isShared ? keepOrEnd(launched) : launched[Symbol.asyncDispose]());
    },
  };
}

/**
 * Launches a Chromium with an empty profile like the worker does: on its own display with a window
 * manager, with the worker's flags, and behind a relay that allows private addresses, because test
 * sites use them.
 */
async function launch({ way = 'relay', trusted }: TestBrowserOptions): Promise<LaunchedBrowser> {
  await using resources = new AsyncDisposableStack();
  const directory = await mkdtemp(join(tmpdir(), 'browser-'));
  resources.defer(() => rm(directory, { recursive: true, force: true }));
  const display = resources.use(
    await openParkedDisplay({ ...SCREEN, directory, environment: process.env }),
  );
  const network = createBrowserNetwork({ allowPrivateAddresses: true });
  const relay = resources.use(await openBrowserRelay({ network, logger: console }));
  const { browser } = resources.use(
    await launchBrowser({
      ...SCREEN,
      fence: trusted === undefined ? [] : trusting(trusted),
      executablePath: findChromium(),
      profileDirectory: join(directory, 'profile'),
      environment: { ...display.environment, HOME: directory, TMPDIR: directory },
      proxyUrl: way === 'relay' ? relay.proxyUrl : undefined,
      signal: new AbortController().signal,
    }),
  );
  const owned = resources.move();
  return {
    browser,
    environment: display.environment,
    problemOf: relay.problemOf,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** Opens a browser for a single page; disposing the page disposes the browser. */
export async function openPage(html?: string): Promise<TestPage> {
  const launched = await openBrowser();
  const { page } = await launched.openPage(html);
  return { page, [Symbol.asyncDispose]: () => launched[Symbol.asyncDispose]() };
}

/**
 * Chromium does not reuse connections with an accepted but untrusted certificate: a page would need
 * three times as many. The worker has no such flag, so it is added through the policy wrapper.
 */
function trusting(certificate: string): FencePrefix {
  const key = new X509Certificate(certificate).publicKey.export({ type: 'spki', format: 'der' });
  const hash = createHash('sha256').update(key).digest('base64');
  return ['/bin/sh', '-c', `exec "$@" --ignore-certificate-errors-spki-list=${hash}`, 'sh'];
}

async function openContextPage(browser: Browser, html: string | undefined): Promise<TestPage> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  if (html !== undefined) await page.setContent(html);
  return { page, [Symbol.asyncDispose]: () => context.close() };
}
