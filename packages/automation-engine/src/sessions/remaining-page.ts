import type { Page } from 'puppeteer';

/**
 * Returns the page, or another one of its browser context: a person may have closed it, and even
 * all others. `others` come first.
 */
export async function remainingPage(page: Page, others: readonly Page[] = []): Promise<Page> {
  if (!page.isClosed()) return page;
  const left = others.find((other) => !other.isClosed());
  if (left) return left;
  const context = page.browserContext();
  return (await context.pages()).at(-1) ?? (await context.newPage());
}
