import { pollUntil, type TestBrowser } from '@errand/test-kit';
import type { Page } from 'puppeteer';

const DEADLINE_MS = 30_000;

/** The reference client in a browser of its own, driven as a person does. */
export interface LivePage extends AsyncDisposable {
  readonly page: Page;
  readonly giveKey: (apiKey: string) => Promise<void>;
  /** Colour of a pixel of the screen that is shown, `#0040c0`; undefined while there is none. */
  readonly colourAt: (x: number, y: number) => Promise<string | undefined>;
  /** Waits until the text of the page matches; answers the whole text. */
  readonly untilText: (wanted: RegExp) => Promise<string>;
  /** What was told about connections, without the times. */
  readonly events: () => Promise<string[]>;
}

/** Opens the address in a browser context of its own. */
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
    colourAt: (x, y) => page.evaluate(readPixel, x, y),
    untilText: (wanted) =>
      pollUntil(
        `the page shows ${String(wanted)}`,
        async () => {
          const text = await page.$eval('main', (main) => main.textContent ?? '');
          return wanted.test(text) && text;
        },
        { deadlineMs: DEADLINE_MS },
      ),
    events: () =>
      page.$$eval('#events li', (entries) =>
        entries.map((entry) => entry.textContent?.replace(/^[\d:]+( [AP]M)? /, '') ?? ''),
      ),
    [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
  };
}

/** Runs in the page. */
function readPixel(x: number, y: number): string | undefined {
  const canvas = document.querySelector<HTMLCanvasElement>('#screen canvas');
  const pixel = canvas?.getContext('2d')?.getImageData(x, y, 1, 1).data;
  if (!pixel) return undefined;
  const hex = [...pixel.subarray(0, 3)].map((part) => part.toString(16).padStart(2, '0'));
  return `#${hex.join('')}`;
}
