import { expect, test } from '@jest/globals';
import { BLOCK, pollUntil } from '@errand/test-kit';
import type { Page } from 'puppeteer';
import { interact } from '../test/run-on-page.ts';
import { useStage } from '../test/use-stage.ts';

const stage = useStage((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html' });
  response.end('<!doctype html><button>Inner</button>');
});
const form = '<h1>Order</h1><button>Add</button>';

/** Resolves when the page is about to run a script that never ends. */
async function hang(page: Page): Promise<void> {
  await page.evaluate(`setTimeout(() => ${BLOCK})`);
}

test('a pick on a page that hangs ends in time, and the session continues', async () => {
  await using opened = await stage.debug(form, []);
  const { session, page } = opened;
  await hang(page);

  const started = performance.now();
  const pick = session.pick({ signal: AbortSignal.timeout(1_000) });
  await expect(pick).rejects.toThrow('timeout');
  expect(performance.now() - started).toBeLessThan(10_000);

  expect((await session.restart()).failure).toBeUndefined();
  expect((await session.locate('get_by_role("button")')).count).toBe(1);
});

test('a page that hangs after a pick began ends it in time, and the session continues', async () => {
  await using opened = await stage.debug(form, []);
  const { session, page } = opened;

  const onReady = () => void hang(page);
  const pick = session.pick({ signal: AbortSignal.timeout(2_000), onReady });
  await expect(pick).rejects.toThrow('timeout');

  expect((await session.restart()).failure).toBeUndefined();
});

test('a page that hangs while a locator is highlighted does not block the next command', async () => {
  await using opened = await stage.debug(form, []);
  const { session, page } = opened;
  const plain = await page.screenshot();
  await session.locate('locator("h1")');
  await pollUntil('the heading is highlighted', async () => {
    return Buffer.compare(await page.screenshot(), plain) !== 0;
  });
  await hang(page);

  expect((await session.restart()).failure).toBeUndefined();
});

test('a tab that hangs with a highlight neither ends the highlights of another tab nor slows its commands', async () => {
  await using opened = await stage.debug(form, []);
  const { session, page } = opened;
  const plain = await page.screenshot();
  await session.locate('locator("h1")');
  await pollUntil('the heading is highlighted', async () => {
    return Buffer.compare(await page.screenshot(), plain) !== 0;
  });
  const opening = interact('go_to_url', { url: `${stage.url}/inner`, new_tab: true });
  expect((await session.runNode({ node: opening })).failure).toBeUndefined();
  const pages = await page.browserContext().pages();
  const other = pages.find((each) => each.url() === `${stage.url}/inner`);
  const picture = async () => Buffer.from((await other?.screenshot()) ?? []);
  const plainInner = await picture();
  await hang(page);

  for (let round = 0; round < 2; round += 1) {
    await session.locate('get_by_role("button")');
    await pollUntil('the button is highlighted', async () => !(await picture()).equals(plainInner));
    const started = performance.now();
    await session.locate('get_by_role("button")', { isHighlighted: false });
    expect(performance.now() - started).toBeLessThan(1_500);
    expect((await picture()).equals(plainInner)).toBe(true);
  }
});

test('a restart does not wait for the screenshot of a page that hangs', async () => {
  await using opened = await stage.debug(form, []);
  const { session, page } = opened;
  await hang(page);
  // Never ends; the session gives up on its snapshot after a while.
  const screenshot = page.screenshot().catch(() => undefined);

  expect((await session.restart()).failure).toBeUndefined();
  expect((await session.locate('get_by_role("button")')).count).toBe(1);
  await screenshot;
});
