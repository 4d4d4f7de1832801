import type { TestBrowser } from '@errand/test-kit';
import { expect, test } from '@jest/globals';
import type { ConsoleStage } from './open-console-stage.ts';
import { type ConsoleTab, openTab } from './open-tab.ts';

/** Timers of hidden tabs fire once a second. */
const SOON_MS = 4_000;

/** Tabs of one browser that share its cookie, and sessions that end elsewhere. */
export function testSigningOut(stageOf: () => ConsoleStage): void {
  const makeKey = async (name: string) => {
    const { fleet } = stageOf();
    const { body } = await fleet.controlPlane.call('POST', '/api/v1/api_keys', { name });
    return body as { api_key: string; key: { api_key_id: string } };
  };
  const openTabs = async () => {
    const { browser, fleet } = stageOf();
    const { url } = fleet.controlPlane;
    const first = await openTab(browser, url);
    const second = await openTab(besides(first), url);
    return { first, second };
  };

  test('a sign-out in one tab signs out the others that share the cookie, with the reason', async () => {
    const { first, second } = await openTabs();
    await using _first = first;
    await using _second = second;
    await remember(first, stageOf().apiKey);
    await second.page.bringToFront();
    await second.open('/console/keys', 'Keys');
    await first.page.bringToFront();
    await first.press('Sign out');
    await first.untilTitle('Sign in');
    // The second tab is hidden, so the server sends it no events.
    await second.page.waitForFunction(
      () => document.querySelector('h1')?.textContent === 'Sign in',
      { timeout: SOON_MS, polling: 100 },
    );
    await second.page.bringToFront();
    await second.untilText('signed out in another tab', '[role=alert]');
    expect(await second.page.evaluate(() => document.body.textContent)).not.toContain('New key');
    await second.reload('Sign in');
    expect(second.record.unauthorized).toEqual([]);
  });

  test('a tab leaves once another one signs in with another key, and asks for nothing more', async () => {
    const { first, second } = await openTabs();
    await using _first = first;
    await using _second = second;
    const { api_key: other } = await makeKey('other');
    await remember(first, stageOf().apiKey);
    await second.page.bringToFront();
    await second.open('/console/tasks', 'Tasks');
    // A tab that does not know of the session, such as one that was opened before it began.
    await first.page.bringToFront();
    await first.page.evaluate("document.cookie = 'errand_signed_in=; Path=/; Max-Age=0'");
    await first.reload('Sign in');
    await remember(first, other);
    await second.page.waitForFunction(
      () => document.querySelector('h1')?.textContent === 'Sign in',
      { timeout: SOON_MS, polling: 100 },
    );
    await second.page.bringToFront();
    await second.untilText('signed in with another key', '[role=alert]');
    const asked: string[] = [];
    second.page.on('request', (request) => asked.push(request.url()));
    await first.page.bringToFront();
    await first.open('/console/keys', 'Keys');
    await second.page.bringToFront();
    expect(asked).toEqual([]);
    await second.reload('Tasks');
    await expect(second.untilText('other', '.who')).resolves.toBeUndefined();
  });

  test('a session that was revoked leads to the sign-in page with the reason, once', async () => {
    const { first, second } = await openTabs();
    await using _first = first;
    await using _second = second;
    const { api_key: apiKey, key } = await makeKey('to be revoked');
    await remember(first, apiKey);
    await first.page.bringToFront();
    await first.page.goto('about:blank');
    const { controlPlane } = stageOf().fleet;
    await controlPlane.call('DELETE', `/api/v1/api_keys/${key.api_key_id}`);
    await first.open('/console/tasks', 'Sign in');
    await first.untilText('session of this browser has ended', '[role=alert]');
    expect(first.record.unauthorized).toEqual(['/api/v1/me']);
    await first.look('session-ended');
    await first.reload('Sign in');
    expect(first.record.unauthorized).toHaveLength(1);
    expect(await first.count('[role=alert]')).toBe(0);
  });
}

/** Opens tabs that share the cookies of another one. */
function besides({ page }: ConsoleTab): Pick<TestBrowser, 'openPage'> {
  return {
    async openPage() {
      const opened = await page.browserContext().newPage();
      return { page: opened, [Symbol.asyncDispose]: () => opened.close() };
    },
  };
}

/** Signs in with a cookie. */
async function remember(tab: ConsoleTab, apiKey: string): Promise<void> {
  await tab.page.bringToFront();
  await tab.page.goto(new URL('/console/', tab.origin).href);
  await tab.untilTitle('Sign in');
  await tab.fill('API key', apiKey);
  await tab.page.click('input[name=remembered]');
  await tab.press('Sign in');
  await tab.untilTitle('Home');
}
