import { openBrowser, pollUntil, type TestBrowser } from '@errand/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PageListeners } from '../browser/page-listeners.ts';
import { keepNetworkTail } from './network-tail.ts';

const resources = new AsyncDisposableStack();
let browser: TestBrowser;
let url: string;
/** By path: what has no response yet. */
const held = new Map<string, ServerResponse>();
beforeAll(async () => {
  const server = createServer((request, response) => {
    if (request.url === '/favicon.ico') response.end();
    if (request.url === '/' || request.url === '/next')
      response.setHeader('content-type', 'text/html').end('<p>Shop');
    if (request.url === '/missing') response.writeHead(404).end('x'.repeat(100_000));
    if (request.url?.startsWith('/stock')) response.end('[]');
    held.set(request.url ?? '', response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  resources.defer(() => {
    server.close();
    server.closeAllConnections();
  });
  browser = resources.use(await openBrowser());
});
afterAll(async () => resources[Symbol.asyncDispose]());

test('lists what has ended, and then what has no response yet or was not read', async () => {
  const page = await browser.browser.newPage();
  using listeners = new PageListeners(page);
  const tail = keepNetworkTail(listeners, page.mainFrame());
  await page.goto(`${url}/`);
  await page.evaluate(async () => {
    void fetch('/hanging');
    await fetch('/missing');
    await (await fetch('/stock')).text();
  });
  const paths = () =>
    tail().map(({ url: address, status, isOpen }) => [new URL(address).pathname, status, isOpen]);
  const isRead = ([path, , isOpen]: (typeof seen)[number]) => path === '/stock' && isOpen === false;
  let seen = paths();
  await pollUntil('the stock has been read', () => (seen = paths()).some(isRead));
  const hanging = ['/hanging', undefined, true];
  expect(seen).toEqual(expect.arrayContaining([['/', 200, false], hanging]));
  expect(seen.findIndex(isRead)).toBeLessThan(seen.findIndex(([path]) => path === '/hanging'));
  // Chromium decides when a request ends that nobody reads.
  expect(seen.find(([path]) => path === '/missing')?.[1]).toBe(404);
  // However many end, the open ones remain.
  await page.evaluate(async () => {
    for (let count = 0; count < 40; count += 1) await (await fetch(`/stock?${count}`)).text();
    void fetch('/hanging?2');
  });
  const last = () => tail().findLast(({ isOpen }) => !isOpen)?.url;
  await pollUntil('the last stock has been read', () => last() === `${url}/stock?39`);
  expect(tail()).toHaveLength(30);
  const open = () => paths().filter(([path]) => path === '/hanging');
  await pollUntil('the second one has begun', () => open().length === 2);
  expect(open()).toEqual([hanging, hanging]);
  expect(paths().at(-1)).toEqual(hanging);
  await page.close();
});

test('lists a request that failed after many others had started', async () => {
  const page = await browser.browser.newPage();
  using listeners = new PageListeners(page);
  const tail = keepNetworkTail(listeners, page.mainFrame());
  await page.goto(`${url}/`);
  await page.evaluate(() => {
    void fetch('/order', { method: 'POST' }).then((response) => response.text());
  });
  await pollUntil('the order has arrived', () => held.has('/order'));
  // Several hosts, because the browser opens six connections to each.
  await page.evaluate((port) => {
    for (let count = 0; count < 1_100; count += 1) {
      new Image().src = `http://host-${count}.localhost:${port}/image`;
    }
  }, new URL(url).port);
  await pollUntil('the images are open', () => tail().filter(({ isOpen }) => isOpen).length === 10);
  held.get('/order')?.writeHead(500).end('broken');
  await pollUntil('the order has failed', () =>
    tail().some(({ method, status, isOpen }) => method === 'POST' && status === 500 && !isOpen),
  );
  expect(tail().length).toBeLessThanOrEqual(30);
  await page.close();
});

test('does not list requests of an earlier document as open', async () => {
  const page = await browser.browser.newPage();
  using listeners = new PageListeners(page);
  const tail = keepNetworkTail(listeners, page.mainFrame());
  const open = () =>
    tail()
      .filter(({ isOpen }) => isOpen)
      .map((each) => new URL(each.url).pathname)
      .filter((path) => path !== '/favicon.ico');
  await page.goto(`${url}/`);
  await page.evaluate(() => {
    for (let count = 0; count < 4; count += 1) void fetch(`/hanging?${count}`);
  });
  await pollUntil('the requests are open', () => open().length === 4);
  await page.evaluate(() => history.pushState(null, '', '/same'));
  expect(open()).toHaveLength(4);
  await page.goto(`${url}/next`);
  expect(open()).toEqual([]);
  await page.evaluate(() => void fetch('/hanging'));
  await pollUntil('the request is open', () => open().includes('/hanging'));
  await page.goto(`${url}/slow`, { timeout: 300 }).catch(() => undefined);
  expect(open()).toEqual(expect.arrayContaining(['/hanging', '/slow']));
  await page.close();
});
