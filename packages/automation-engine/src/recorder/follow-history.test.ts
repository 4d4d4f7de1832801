import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openBrowser } from '@errand/test-kit';
import type { Page } from 'puppeteer';
import { followHistory } from './follow-history.ts';

const owned = new AsyncDisposableStack();
let page: Page;

beforeAll(async () => {
  const browser = owned.use(await openBrowser());
  ({ page } = owned.use(await browser.openPage()));
});

afterAll(() => owned.disposeAsync());

const open = (name: string) => page.goto(`data:text/html,<title>${name}</title>`);

/** Follows the history of the page; while `isReadable` is false, the browser refuses to report it. */
async function follow() {
  const session = await page.createCDPSession();
  const state = { isReadable: true };
  const send = session.send.bind(session);
  session.send = (...parameters) =>
    state.isReadable || parameters[0] !== 'Page.getNavigationHistory'
      ? send(...parameters)
      : Promise.reject(new Error('Not attached to an active page'));
  return { compare: followHistory(session), session, state };
}

test('waits while the history is unreadable', async () => {
  await open('A');
  const { compare, state } = await follow();
  await compare(false);
  await open('B');
  state.isReadable = false;
  const move = compare(false);
  setTimeout(() => (state.isReadable = true), 300);
  await expect(move).resolves.toMatchObject({ way: 'typed', url: expect.stringContaining('B') });
});

test.each([
  ['back', 1, () => page.goBack()],
  ['typed', -1, () => open('D')],
])('after a move that could not be read, the next one is %s', async (way, entries, move) => {
  await open('A');
  await open('B');
  const { compare, state } = await follow();
  await compare(false);
  state.isReadable = false;
  await open('C');
  await expect(compare(false)).resolves.toBeUndefined();
  state.isReadable = true;
  await move();
  await expect(compare(false)).resolves.toMatchObject({ way, entries });
});

test('nothing is known about the moves of a page that is gone', async () => {
  const { compare, session } = await follow();
  await session.detach();
  await expect(compare(false)).resolves.toBeUndefined();
});
