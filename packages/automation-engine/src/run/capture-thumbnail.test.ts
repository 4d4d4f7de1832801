import { openBrowser, type TestBrowser } from '@errand/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { takeImage } from '../page/screenshots/take-image.ts';
import { captureThumbnail } from './capture-thumbnail.ts';

const noSecrets = { secrets: { hasRevealed: () => false } as never };
const pictured = { ...noSecrets, signal: new AbortController().signal };

const resources = new AsyncDisposableStack();
let browser: TestBrowser;
beforeAll(async () => {
  browser = resources.use(await openBrowser());
});
afterAll(async () => resources[Symbol.asyncDispose]());

test('a thumbnail shows the whole viewport while a screenshot of the page is taken, and neither changes the other', async () => {
  const page = await browser.browser.newPage();
  await page.setContent(
    '<style>html { overflow: hidden } body { margin: 0; height: 2000px; background: blue } p { margin: 0; width: 640px; height: 300px; background: red }</style><p>',
  );
  const thumbnail = () => captureThumbnail(page, pictured);
  const screenshot = () => takeImage(page, { type: 'png', fullPage: true }, pictured);
  const [alone, whole] = [await thumbnail(), await screenshot()];
  expect(alone?.width).toBe(640);
  let drawn = 0;
  for (let round = 0; round < 5; round += 1) {
    const [small, large] = await Promise.all([thumbnail(), screenshot()]);
    expect(large.length).toBe(whole.length);
    expect(large).toEqual(whole);
    // A busy machine may not draw every one in time.
    if (small) drawn += 1;
    expect(small ?? alone).toEqual(alone);
  }
  expect(drawn).toBeGreaterThan(0);
  await page.close();
});
