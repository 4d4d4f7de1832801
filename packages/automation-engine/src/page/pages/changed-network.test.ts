import { expect, test } from '@jest/globals';
import { listen } from '@errand/app-runtime';
import { openBrowser } from '@errand/test-kit';
import type { Page } from 'puppeteer';
import { navigate } from './navigate.ts';

const options = { signal: new AbortController().signal, timeoutMs: 20_000 };

/** A page whose first requests fail as if the network had changed; a real change needs root. */
function changing(
  page: Page,
  changes: number,
): { readonly page: Page; readonly tries: () => number } {
  let tries = 0;
  const goto: Page['goto'] = async (...request) => {
    tries += 1;
    if (tries <= changes) throw new Error(`net::ERR_NETWORK_CHANGED at ${request[0]}`);
    return page.goto(...request);
  };
  const changed = new Proxy(page, {
    get(target, name) {
      const member: unknown = name === 'goto' ? goto : Reflect.get(target, name, target);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
  return { page: changed, tries: () => tries };
}

test('loads a page even if the network changes, and eventually gives up', async () => {
  await using browser = await openBrowser();
  await using site = await listen((_request, response) => response.end('<title>there</title>'), {
    port: 0,
    host: '127.0.0.1',
    setting: 'PORT',
  });
  await using tab = await browser.openPage();
  const { page } = tab;
  const twice = changing(page, 2);
  await navigate(twice.page, `${site.url}/`, options);
  expect([await page.title(), twice.tries()]).toEqual(['there', 3]);
  const always = changing(page, 100);
  await expect(navigate(always.page, `${site.url}/`, options)).rejects.toThrow(
    'net::ERR_NETWORK_CHANGED',
  );
  expect(always.tries()).toBe(5);
});
