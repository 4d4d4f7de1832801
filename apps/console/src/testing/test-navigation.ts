import { expect, test } from '@jest/globals';
import type { ConsoleStage } from './open-console-stage.ts';
import { openTab } from './open-tab.ts';

const SLOW_MS = 2_000;

/** What a person sees and hears between two pages. */
export function testNavigation(stageOf: () => ConsoleStage): void {
  test('says that the next page is loading while its code is on its way, and then begins there', async () => {
    const { browser, fleet, apiKey } = stageOf();
    await using tab = await openTab(browser, fleet.controlPlane.url);
    await tab.signIn(apiKey);
    const { page } = tab;
    await page.setRequestInterception(true);
    page.on('request', (request) => {
      const isSlow = request.url().includes('/schedules-page-');
      setTimeout(() => void request.continue(), isSlow ? SLOW_MS : 0);
    });
    await page.focus('nav a[href="/console/schedules"]');
    await page.keyboard.press('Enter');
    await page.waitForSelector('main[aria-busy=true]');
    await tab.untilText('Loading the page', '[role=status]');
    expect(await page.$eval('h1', ({ textContent }) => textContent)).toBe('Home');
    const isBarShown = () => page.$eval('.progress', (bar) => bar.checkVisibility());
    expect(await isBarShown()).toBe(true);
    await tab.look('page-loading', ['light', 'dark']);
    await tab.untilTitle('Schedules');
    await page.waitForSelector('main:not([aria-busy=true])');
    expect(await page.$$('.progress')).toEqual([]);
    await page.waitForFunction(() => document.activeElement?.textContent === 'Schedules');
    // Its code is there now, so that nothing flashes.
    await page.evaluate(watchForProgress);
    await tab.go('/', 'Home');
    await tab.go('/schedules', 'Schedules');
    expect(await page.evaluate('globalThis.sawProgress')).toBe(false);
  });

  test('begins at the field for the key, then at the heading, and announces what filters find', async () => {
    const { browser, fleet, apiKey } = stageOf();
    await using tab = await openTab(browser, fleet.controlPlane.url);
    const focused = () =>
      tab.page.evaluate(() => document.activeElement?.getAttribute('name') ?? '');
    await tab.open('/console/', 'Sign in');
    expect(await focused()).toBe('api-key');
    await tab.signIn(apiKey);
    await tab.page.waitForFunction(() => document.activeElement?.textContent === 'Home');
    await tab.reload('Home');
    await tab.untilText('Live', '.who [role=status]');
    expect(await tab.page.evaluate(() => document.activeElement === document.body)).toBe(true);
    for (const [path, title, select, value, words] of [
      ['/tasks', 'Tasks', 'status', 'cancelled', 'task'],
      ['/deliveries', 'Deliveries', 'state', 'delivered', 'deliver'],
    ] as const) {
      await tab.go(path, title);
      expect(await tab.page.$eval('.page > .unseen', ({ textContent }) => textContent)).toBe('');
      await tab.page.select(`select[name=${select}]`, value);
      await tab.untilText(words, '.page > .unseen[role=status]');
    }
    await tab.press('Sign out');
    await tab.untilTitle('Sign in');
    expect(await focused()).toBe('api-key');
  });
}

/** Runs in the page. */
function watchForProgress(): void {
  Object.assign(globalThis, { sawProgress: false });
  new MutationObserver(() => {
    if (document.querySelector('.progress')) Object.assign(globalThis, { sawProgress: true });
  }).observe(document.body, { childList: true, subtree: true });
}
