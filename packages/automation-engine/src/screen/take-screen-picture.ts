import {
  type Desktop,
  paintAreas,
  type ScreenArea,
  type ScreenPicture,
  type ScreenText,
} from '@errand/desktop';
import type { Page } from 'puppeteer';
import { settlesWithin } from '../deadline.ts';
import { isolatedRealm } from '../page/browser/isolated-realm.ts';
import type { ScreenRun } from './screen-run.ts';
import { whileMasked } from '../page/screenshots/while-masked.ts';

/**
 * A page that is not drawn within this time is captured as it is. The secrets it shows are read and
 * painted over either way.
 */
const DRAWN_WITHIN_MS = 1000;

type Pictured = Pick<ScreenRun, 'pages' | 'readTexts' | 'secrets' | 'signal'>;

/**
 * Takes a screenshot that may leave the run. Page fields that hold a secret are blank, and words in
 * which a secret can be read are painted over.
 */
export async function takeScreenPicture(
  desktop: Desktop,
  { pages, readTexts, secrets, signal }: Pictured,
): Promise<ScreenPicture> {
  if (!secrets.hasRevealed()) return desktop.look(signal);
  const look = () => desktop.look(signal);
  const picture =
    pages.count === 0
      ? await look()
      : await whileMasked(pages.current().page, { secrets, signal }, async () => {
          await settlesWithin(waitUntilDrawn(pages.current().page), DRAWN_WITHIN_MS, signal);
          return look();
        });
  const words = await readTexts(picture, signal);
  return paintAreas(picture, findTelling(words, secrets.isPartOf));
}

/**
 * Areas of the words in which part of a secret can be read, alone or together with the next word on
 * the line.
 */
function findTelling(
  words: readonly ScreenText[],
  isPartOf: (text: string) => boolean,
): ScreenArea[] {
  const telling = new Set<ScreenArea>();
  for (const [at, { text, area, line }] of words.entries()) {
    const next = words[at + 1];
    if (isPartOf(text)) telling.add(area);
    else if (next?.line === line && !isPartOf(next.text) && isPartOf(text + next.text)) {
      telling.add(area).add(next.area);
    }
  }
  return [...telling];
}

/** Waits for three frames: the second starts when the first is on its way to the screen. */
async function waitUntilDrawn(page: Page): Promise<void> {
  await isolatedRealm(page.mainFrame()).evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() =>
          requestAnimationFrame(() => requestAnimationFrame(() => resolve())),
        );
      }),
  );
}
