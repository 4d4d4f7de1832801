import { setTimeout as delay } from 'node:timers/promises';
import type { Browser } from 'puppeteer';

const CLEANING_DEADLINE_MS = 5_000;

/** A running browser with all that was opened for it; disposing it ends everything. */
export interface LaunchedBrowser extends AsyncDisposable {
  readonly browser: Browser;
  /** DISPLAY and XAUTHORITY of the browser's screen. */
  readonly environment: NodeJS.ProcessEnv;
  /** Returns why the host of a URL was not reached. */
  readonly problemOf: (url: string) => string | undefined;
}

const kept: LaunchedBrowser[] = [];
let isKeeping = false;

/** Makes the test files of this process share a browser, because each launch costs a second of CPU. */
export function shareBrowsers(): void {
  isKeeping = true;
}

/** Kills the browsers that no test file uses, and removes their files. */
export async function endKeptBrowsers(): Promise<void> {
  await Promise.all(
    kept.splice(0).map((launched) => {
      launched.browser.process()?.kill('SIGKILL');
      return launched[Symbol.asyncDispose]();
    }),
  );
}

/** Takes the kept browser, which is as good as new; undefined when there is none. */
export async function takeKeptBrowser(): Promise<LaunchedBrowser | undefined> {
  const launched = kept.pop();
  if (launched?.browser.connected === false) {
    await launched[Symbol.asyncDispose]();
    return undefined;
  }
  return launched;
}

/** Keeps a browser for the next test file, or ends it when it is not needed or not clean. */
export async function keepOrEnd(launched: LaunchedBrowser): Promise<void> {
  if (isKeeping && kept.length === 0 && (await isClean(launched.browser))) kept.push(launched);
  else await launched[Symbol.asyncDispose]();
}

/** Closes the tests' contexts. False when the browser hangs, has ended or shows another page. */
async function isClean(browser: Browser): Promise<boolean> {
  const timeUp = delay(CLEANING_DEADLINE_MS, false, { ref: false });
  return Promise.race([clean(browser).catch(() => false), timeUp]);
}

async function clean(browser: Browser): Promise<boolean> {
  const own = browser.defaultBrowserContext();
  const opened = browser.browserContexts().filter((context) => context !== own);
  await Promise.all(opened.map((context) => context.close()));
  const pages = await browser.pages();
  const shown = await pages[0]?.evaluate('location.href + history.length');
  return pages.length === 1 && shown === 'about:blank1';
}
