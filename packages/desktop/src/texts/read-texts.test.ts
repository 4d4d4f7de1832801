import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openBrowser, type TestBrowser } from '@errand/test-kit';
import type { ScreenPicture } from '../desktop.ts';
import { decodePng } from '../pictures/png.ts';
import { readTexts } from './read-texts.ts';

let browser: TestBrowser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  await browser[Symbol.asyncDispose]();
});

const { signal } = new AbortController();
const environment = process.env;

/** What a page of these looks like, without sub-pixel colours: 800 x 400. */
async function draw(html: string): Promise<ScreenPicture> {
  await using opened = await browser.openPage(html);
  await opened.page.setViewport({ width: 800, height: 400 });
  return decodePng(await opened.page.screenshot());
}
const at = (place: string, text: string): string =>
  `<div style="position:absolute;font:12px Arial;white-space:nowrap;${place}">${text}</div>`;

test('reads words with their places, numbered by line, in reading order', async () => {
  const picture = await draw(
    at('left:20px;top:20px', 'Sign in now') +
      at('left:400px;top:21px', 'Help') +
      at('left:20px;top:100px;font-size:11px', 'Patient number'),
  );
  const texts = await readTexts(picture, { environment }, signal);
  expect(texts.map(({ text }) => text)).toEqual(['Sign', 'in', 'now', 'Help', 'Patient', 'number']);
  expect(texts.map(({ line }) => line)).toEqual([0, 0, 0, 1, 2, 2]);
  const [, , , help] = texts;
  expect(help?.area.x).toBeGreaterThanOrEqual(398);
  expect(help?.area.x).toBeLessThanOrEqual(403);
  expect(help?.area.height).toBeLessThan(16);
  expect(Math.min(...texts.map(({ confidence }) => confidence))).toBeGreaterThan(50);
});
