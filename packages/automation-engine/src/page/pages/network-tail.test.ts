import { openBrowser, pollUntil, type TestBrowser } from '@errand/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PageListeners } from '../browser/page-listeners.ts';
import { keepNetworkTail } from './network-tail.ts';

const resources = new AsyncDisposableStack();
let browser: TestBrowser;
let url: string;
beforeAll(async () => {
  const server = createServer((request, response) => {
    if (request.url === '/favicon.ico') response.end();
    if (request.url === '/') response.setHeader('content-type', 'text/html').end('<p>Shop');
    if (request.url === '/missing') response.writeHead(404).end('x'.repeat(100_000));
    if (request.url?.startsWith('/stock')) response.end('[]');
    // Anything else gets no response.
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
  const tail = keepNetworkTail(listeners);
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
