import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { openBrowser, type TestBrowser } from './open-browser.ts';

let launched: TestBrowser;
beforeAll(async () => {
  launched = await openBrowser();
});
afterAll(async () => launched[Symbol.asyncDispose]());

test("pages have windows that fill the screen except for the pointer's row", async () => {
  await using opened = await launched.openPage();
  const { page } = opened;
  expect(await page.evaluate('[screenX, screenY, outerWidth, outerHeight]')).toEqual([
    0, 0, 1280, 799,
  ]);
  expect(await page.evaluate('navigator.userAgent')).not.toContain('Headless');
  const pointer = execFileSync('xdotool', ['getmouselocation'], { env: launched.environment });
  expect(String(pointer)).toContain('x:1279 y:799');
});

const processId = ({ browser }: TestBrowser) => browser.process()?.pid;

/** Opens a browser, uses it, disposes it, and opens the next. */
const openAfter = async (use: (first: TestBrowser) => unknown) => {
  await using first = await openBrowser();
  await use(first);
  const firstId = processId(first);
  await first[Symbol.asyncDispose]();
  const next = await openBrowser();
  return { next, isSame: processId(next) === firstId };
};

describe('the browser of the next test file', () => {
  test('is the same, without the contexts of the previous file', async () => {
    const { next, isSame } = await openAfter((first) => first.openPage('left open'));
    await using opened = next;
    expect(isSame).toBe(true);
    expect(opened.browser.browserContexts()).toHaveLength(1);
    expect((await opened.browser.pages()).map((page) => page.url())).toEqual(['about:blank']);
  });

  test.each<[string, (first: TestBrowser) => unknown]>([
    ['was killed', ({ browser }) => browser.process()?.kill('SIGKILL')],
    ['has another page', ({ browser }) => browser.newPage()],
    ['shows a document', async ({ browser }) => (await browser.pages())[0]?.goto('data:,x')],
    ['has a screen in use', ({ environment }) => environment],
  ])('is a new one when the last %s', async (_what, use) => {
    const { next, isSame } = await openAfter(use);
    await using opened = next;
    expect(isSame).toBe(false);
    expect(opened.browser.connected).toBe(true);
  });
});
