import { openBrowser, type TestBrowser } from '@errand/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'puppeteer';
import { createFencePost } from './navigation-fence.ts';

const inside = { origins: [], has: () => false };
const site = createServer((_request, response) => response.end('elsewhere'));
let elsewhere = '';
let testBrowser: TestBrowser;
beforeAll(async () => {
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  elsewhere = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
  testBrowser = await openBrowser();
});
afterAll(async () => {
  await testBrowser[Symbol.asyncDispose]();
  site.closeAllConnections();
  site.close();
});

test('fences the open pages when another one closes in the meantime', async () => {
  const { browser } = testBrowser;
  const page = await browser.newPage();
  const closed = await browser.newPage();
  await closed.close();
  const post = createFencePost();
  await using fence = await post.raise({ open: () => [{ page: closed }, { page }] }, inside);
  await expect(page.goto(elsewhere)).rejects.toThrow(/ERR_ABORTED/);
  expect(fence.takeRefused()).toEqual([elsewhere]);
});

test('leaves no fence for later pages when it could not be raised', async () => {
  const page = await testBrowser.browser.newPage();
  const post = createFencePost();
  const unreachable = {
    isClosed: () => false,
    target() {
      throw new Error('The page does not respond.');
    },
  } as unknown as Page;
  const pages = { open: () => [{ page }, { page: unreachable }] };
  await expect(post.raise(pages, inside)).rejects.toThrow('The page does not respond.');
  const session = await page.createCDPSession();
  await post.guardNew(session);
  await page.goto(elsewhere);
  expect(page.url()).toBe(elsewhere);
});
