import { findChromium, pollUntil, startForwardProxy } from '@errand/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openSession } from '../browser/open-session.ts';
import type { BrowserSession } from '../browser/session.ts';
import { scratchDirectory } from '../testing/scratch-directory.ts';
import { authorize, nameSession } from './proxy-login.ts';
import type { ProxyConfig } from './proxy-settings.ts';
import { localNetwork } from '../testing/local-network.ts';

const live = new AbortController().signal;
const login = { username: 'errand', password: 'proxysecret' };
const resources = new AsyncDisposableStack();
/** Headers of each request by path. */
const seen = new Map<string, NodeJS.Dict<string | string[]>>();
let siteUrl: string;
let proxyUrl: string;
let workDirectory: string;
beforeAll(async () => {
  const site = createServer((request, response) => {
    seen.set(request.url ?? '', request.headers);
    const wantsLogin = request.url === '/private';
    const challenge = wantsLogin ? { 'www-authenticate': 'Basic realm="site"' } : {};
    response.writeHead(wantsLogin ? 401 : 200, { 'content-type': 'text/html', ...challenge });
    response.end('<title>here</title>');
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  resources.defer(() => {
    site.closeAllConnections();
    site.close();
  });
  siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  proxyUrl = resources.use(await startForwardProxy(login)).url;
  workDirectory = resources.use(scratchDirectory()).path;
});
afterAll(async () => resources[Symbol.asyncDispose]());

function proxy(more: Partial<ProxyConfig> = {}): ProxyConfig {
  return { url: new URL(proxyUrl), ...login, country: 'US', provider: 'other', ...more };
}

function open(config: ProxyConfig): Promise<BrowserSession> {
  const { PATH, HOME } = process.env;
  const size = { width: 800, height: 600 };
  const browser = { chromiumPath: findChromium(), fence: [], environment: { PATH, HOME } };
  return openSession({ workDirectory, ...size, ...browser, ...localNetwork, proxy: config }, live);
}

// proves service: proxy: HTTP
test('sends pages and popups through the proxy, even to loopback addresses', async () => {
  await using session = await open(proxy());
  expect(session.isBehindProxy).toBe(true);
  await session.page.goto(`${siteUrl}/first`);
  expect(await session.page.title()).toBe('here');
  await session.page.evaluate((url) => void globalThis.open(url), `${siteUrl}/popup`);
  await pollUntil('the popup has sent a request', () => seen.has('/popup'));

  for (const path of ['/first', '/popup']) {
    expect(seen.get(path)?.['via']).toMatch(/errand-proxy/);
    expect(seen.get(path)?.['proxy-authorization']).toBeUndefined();
  }
  expect(session.ended.aborted).toBe(false);
});

// proves service: proxy: login
test('does not give the proxy login to a site that asks for one, and continues', async () => {
  await using session = await open(proxy());
  // Depending on its version, Chromium shows the page of a 401 or gives up.
  await session.page.goto(`${siteUrl}/private`).catch(() => undefined);
  expect(seen.get('/private')).toBeDefined();
  expect(seen.get('/private')?.['authorization']).toBeUndefined();
  // The login check is over once a later page has loaded.
  await session.page.goto(`${siteUrl}/after`);
  expect(session.ended.aborted).toBe(false);
});

// proves service: proxy: refusal
test.each(['http', 'https'])('ends when the proxy refuses the login, over %s', async (scheme) => {
  await using session = await open(proxy({ password: 'wrong' }));
  await session.page.goto(`${scheme}${siteUrl.slice(4)}/refused`).catch(() => undefined);
  await pollUntil('the refusal is noticed', () => session.ended.aborted);
  expect(session.ended.reason).toMatchObject({
    code: 'proxy_failed',
    message: 'use_proxy: the proxy refused PROXY_USERNAME and PROXY_PASSWORD of this worker.',
  });
  expect(seen.has('/refused')).toBe(false);
});

test('ends when the proxy is unreachable', async () => {
  await using session = await open(proxy({ url: new URL('http://127.0.0.1:9') }));
  await session.page.goto(siteUrl).catch(() => undefined);
  await pollUntil('it is noticed', () => session.ended.aborted);
  expect(session.ended.reason).toMatchObject({
    code: 'proxy_unreachable',
    message: 'use_proxy: the proxy 127.0.0.1:9 could not be reached (ECONNREFUSED).',
  });
});

// proves service: proxy: provider
test('asks each provider for one address per session', () => {
  const name = (provider: ProxyConfig['provider'], country = 'de') =>
    nameSession(proxy({ provider, country }), 'f00');
  expect(name('oxylabs')).toBe('customer-errand-cc-DE-sessid-f00-sesstime-10');
  expect(name('brightdata')).toBe('errand-session-f00');
  expect(name('other')).toBe('errand');
  expect(authorize(proxy(), 'f00')).toBe(
    `Basic ${Buffer.from('errand:proxysecret').toString('base64')}`,
  );
  expect(authorize(proxy({ username: undefined }), 'f00')).toBeUndefined();
});
