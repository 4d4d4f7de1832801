import type { BrowserContext, Page } from 'puppeteer';
import { attachSession } from '../page/browser/attach-session.ts';
import { targetId } from '../page/browser/frame-session.ts';
import { closePage } from '../page/pages/close-page.ts';

/**
 * Replaces all pages of a browser context with a new one, and deletes what they stored: cookies,
 * storage of every kind, service workers and the cache. A page that is too busy to close ends with
 * its renderer. The context stays, because its openers follow it: the recorder, the relay and
 * the guard of a worker.
 */
export async function openCleanPage(page: Page): Promise<Page> {
  const context = page.browserContext();
  const left = await context.pages();
  // The new page is opened first: without any page, the browser might end.
  const clean = await openPage(context);
  await Promise.allSettled(left.map(closePage));
  const session = await attachSession(clean);
  await session.send('Storage.clearDataForOrigin', { origin: '*', storageTypes: 'all' });
  await session.send('Network.clearBrowserCache');
  // Cookies are cleared last: a closed page's request may have set some in the meantime.
  await session.send('Network.clearBrowserCookies');
  await session.detach();
  return clean;
}

/** Unlike `newPage`, does not wait for screenshots, which a page that hangs never gives. */
async function openPage(context: BrowserContext): Promise<Page> {
  const session = await attachSession(context.browser());
  const { targetId: id } = await session.send('Target.createTarget', {
    url: 'about:blank',
    // The default context has no id.
    ...(context.id !== undefined && { browserContextId: context.id }),
  });
  await session.detach();
  const target = await context.waitForTarget((each) => targetId(each) === id);
  const page = await target.page();
  if (!page) throw new TypeError(`The target "${target.type()}" is not a page.`);
  return page;
}
