import { expect, test } from '@jest/globals';
import { openBrowser } from '@errand/test-kit';
import type { Page } from 'puppeteer';
import { isolatedRealm } from '../browser/isolated-realm.ts';
import { trackerName } from '../motion/motion-tracker.ts';
import { beginAct, beginActIn } from './wait-until-at-rest.ts';
import type { WatchedPage } from './watched-page.ts';

const { signal } = new AbortController();

/** Counts the acts of which its document is told. */
async function watch(page: Page) {
  const realm = isolatedRealm(page.mainFrame());
  await realm.evaluate((name) => {
    const world = globalThis as { marks?: number };
    world.marks = 0;
    performance.addEventListener(name, () => (world.marks = (world.marks ?? 0) + 1));
  }, trackerName);
  const network = { markAct: () => undefined };
  return {
    watched: { page, network } as unknown as WatchedPage,
    frame: page.mainFrame(),
    marks: () => realm.evaluate(() => (globalThis as { marks?: number }).marks),
  };
}

test('marks each act once in a document, whatever runs do in other pages meanwhile', async () => {
  await using browser = await openBrowser();
  await using mine = await browser.openPage('<p>mine');
  await using others = await browser.openPage('<p>other');
  const [one, other] = [await watch(mine.page), await watch(others.page)];
  await beginAct(one.watched, signal);
  await beginActIn(one.frame, signal);
  await beginAct(other.watched, signal);
  await beginActIn(one.frame, signal);
  expect(await one.marks()).toBe(1);
  await beginAct(one.watched, signal);
  expect(await one.marks()).toBe(2);
});
