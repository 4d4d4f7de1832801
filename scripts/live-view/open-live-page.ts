import { pollUntil, type TestBrowser } from '@errand/test-kit';
import type { Page } from 'puppeteer';

const DEADLINE_MS = 30_000;

/** The reference client in its own browser context, used as a person would use it. */
export interface LivePage extends AsyncDisposable {
  readonly page: Page;
  readonly giveKey: (apiKey: string) => Promise<void>;
  /**
   * The fraction of the shown screen with this colour (`#0040c0`), from 0 to 1. 0 without a screen.
   */
  readonly shareOf: (colour: string) => Promise<number>;
  /** Waits until the text of the page, including its list of events, matches. */
  readonly untilText: (wanted: RegExp) => Promise<void>;
  /** The page's messages about connections, without times. */
  readonly events: () => Promise<string[]>;
}

/** Opens the URL in a new browser context. */
export async function openLivePage(browser: TestBrowser, url: string): Promise<LivePage> {
  const opened = await browser.openPage();
  const { page } = opened;
  await page.goto(url);
  return {
    page,
    async giveKey(apiKey) {
      await page.waitForSelector('#key', { visible: true });
      await page.type('#key', apiKey);
      await page.click('#key-form button');
    },
    shareOf: (colour) => page.evaluate(readShare, [...Buffer.from(colour.slice(1), 'hex')]),
    async untilText(wanted) {
      const shown = async (): Promise<boolean> => wanted.test(await readText(page));
      await pollUntil(`the page shows ${String(wanted)}`, shown, { deadlineMs: DEADLINE_MS });
    },
    events: () =>
      page.$$eval('#events li', (entries) =>
        entries.map((entry) => entry.textContent?.replace(/^[\d:]+( [AP]M)? /, '') ?? ''),
      ),
    [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
  };
}

export function readText(page: Page): Promise<string> {
  return page.$eval('main', (main) => main.textContent ?? '');
}

/** Runs in the page. */
function readShare(wanted: readonly number[]): number {
  const STEP = 10;
  const canvas = document.querySelector<HTMLCanvasElement>('#screen canvas');
  const context = canvas?.getContext('2d');
  if (!canvas || !context || canvas.width * canvas.height === 0) return 0;
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  let looked = 0;
  let found = 0;
  for (let y = 0; y < canvas.height; y += STEP) {
    for (let x = 0; x < canvas.width; x += STEP) {
      const at = 4 * (y * canvas.width + x);
      looked += 1;
      if (wanted.every((part, index) => data[at + index] === part)) found += 1;
    }
  }
  return found / looked;
}
