import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { openBrowser, type TestBrowser } from './open-browser.ts';

let launched: TestBrowser;
beforeAll(async () => {
  launched = await openBrowser();
});
afterAll(async () => launched[Symbol.asyncDispose]());

test("pages have windows that fill the screen except the pointer's row", async () => {
  await using opened = await launched.openPage();
  const { page } = opened;
  expect(await page.evaluate('[screenX, screenY, outerWidth, outerHeight]')).toEqual([
    0, 0, 1280, 799,
  ]);
  expect(await page.evaluate('navigator.userAgent')).not.toContain('Headless');
  const pointer = execFileSync('xdotool', ['getmouselocation'], { env: launched.environment });
  expect(String(pointer)).toContain('x:1279 y:799');
});
