import { openBrowser, type TestBrowser } from '@errand/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'puppeteer';
import { createFencePost } from './navigation-fence.ts';

const inside = { origins: [], has: () => false };
const live = new AbortController().signal;
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
  await using fence = await post.raise({ open: () => [{ page: closed }, { page }] }, inside, live);
  await expect(page.goto(elsewhere)).rejects.toThrow(/ERR_ABORTED/);
  expect(fence.takeRefused()).toEqual([elsewhere]);
});

test('fences the open pages when one closes while it is being attached to', async () => {
  const page = await testBrowser.browser.newPage();
  const closing = await openPage(() => {
    void closing.close();
    throw new Error('Protocol error (Target.attachToTarget): No target with given id found');
  });
  const pages = { open: () => [{ page: closing }, { page }] };
  await using fence = await createFencePost().raise(pages, inside, live);
  await expect(page.goto(elsewhere)).rejects.toThrow(/ERR_ABORTED/);
  expect(fence.takeRefused()).toEqual([elsewhere]);
});

test('leaves no fence for later pages when it could not be raised', async () => {
  const page = await testBrowser.browser.newPage();
  const post = createFencePost();
  const unreachable = await openPage(() => {
    throw new Error('The page does not respond.');
  });
  const pages = { open: () => [{ page }, { page: unreachable }] };
  await expect(post.raise(pages, inside, live)).rejects.toThrow('The page does not respond.');
  const session = await page.createCDPSession();
  await post.guardNew(session);
  await page.goto(elsewhere);
  expect(page.url()).toBe(elsewhere);
});

/** Opens a page that responds to an attempt to attach to it as given. */
async function openPage(target: () => never): Promise<Page> {
  return Object.assign(await testBrowser.browser.newPage(), { target });
}
