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
  await pollUntil('the stock has been read', () => paths().some(([path]) => path === '/stock'), {
    deadlineMs: 5_000,
  });
  const seen = paths().filter(([path]) => path !== '/favicon.ico');
  expect(seen).toEqual([
    ['/', 200, false],
    ['/stock', 200, false],
    ['/hanging', undefined, true],
    ['/missing', 404, true],
  ]);
  // However many end, the open ones remain.
  await page.evaluate(async () => {
    for (let count = 0; count < 40; count += 1) await (await fetch(`/stock?${count}`)).text();
    void fetch('/hanging?2');
  });
  const last = () => tail().findLast(({ isOpen }) => !isOpen)?.url;
  await pollUntil('the last stock has been read', () => last() === `${url}/stock?39`, {
    deadlineMs: 5_000,
  });
  expect(tail()).toHaveLength(30);
  const hanging = ['/hanging', undefined, true];
  expect(paths().filter(([path]) => path === '/hanging')).toEqual([hanging, hanging]);
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

test('does not list as open what a former document requested', async () => {
  const page = await browser.browser.newPage();
  using listeners = new PageListeners(page);
  const tail = keepNetworkTail(listeners, page.mainFrame());
  const open = () => tail().flatMap((each) => (each.isOpen ? [new URL(each.url).pathname] : []));
  await page.goto(`${url}/`);
  await page.evaluate(async () => {
    for (let count = 0; count < 12; count += 1) await fetch('/missing');
  });
  expect(open()).toHaveLength(10);
  await page.evaluate(() => history.pushState(null, '', '/same'));
  expect(open()).toHaveLength(10);
  await page.goto(`${url}/next`);
  expect(open().filter((path) => path !== '/favicon.ico')).toEqual([]);
  await page.evaluate(() => void fetch('/hanging'));
  await pollUntil('the request is open', () => open().includes('/hanging'));
  await page.goto(`${url}/slow`, { timeout: 300 }).catch(() => undefined);
  expect(open()).toEqual(expect.arrayContaining(['/hanging', '/slow']));
  await page.close();
});
