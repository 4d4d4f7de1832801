import type { Page } from 'puppeteer';
import { settlesWithin } from '../../deadline.ts';
import { attachSession } from '../browser/attach-session.ts';
import { targetId } from '../browser/frame-session.ts';

const CLOSES_WITHIN_MS = 3000;

/** Closes a page; one that is too busy to close ends together with its renderer. */
export async function closePage(page: Page): Promise<void> {
  const closing = page.close();
  const isClosed = await settlesWithin(closing, CLOSES_WITHIN_MS, new AbortController().signal);
  if (!isClosed) await endPage(page);
}

/** Ends a page that is too busy to close, together with its renderer. */
export async function endPage(page: Page): Promise<void> {
  const session = await attachSession(page);
  // A page that crashes sends no response.
  session.send('Page.crash').catch(() => undefined);
  if (page.isClosed()) return;
  const isClosed = new Promise<void>((resolve) => void page.once('close', () => resolve()));
  // Unlike `close`, does not wait for a screenshot that the page never gives.
  const browser = await attachSession(page.browser());
  await browser.send('Target.closeTarget', { targetId: targetId(page.target()) });
  await isClosed;
  await browser.detach();
}
