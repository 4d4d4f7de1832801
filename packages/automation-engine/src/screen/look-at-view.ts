import { decodePng, type ScreenPicture, type ScreenSize } from '@errand/desktop';
import { abortable } from '@errand/foundation';
import { isolatedRealm } from '../page/browser/isolated-realm.ts';
import { waitForCommit } from '../page/pages/wait-until-quiet.ts';
import type { ScreenRun } from './screen-run.ts';
import { takeImage } from '../page/screenshots/take-image.ts';

/**
 * Captures what the coordinates of the run refer to: the screen, or the visible part of the page in
 * CSS pixels. The image of a screen must not leave this process; `takeScreenPicture` returns one
 * that may.
 */
export async function lookAtView(run: ScreenRun): Promise<ScreenPicture> {
  const { desktop, pages, signal } = run;
  if (desktop) return desktop.look(signal);
  await waitForCommit(pages.current(), signal);
  return decodePng(await takeImage(pages.current().page, { type: 'png' }, run));
}

export async function sizeOfView({ desktop, pages, signal }: ScreenRun): Promise<ScreenSize> {
  if (desktop) return desktop.size;
  const realm = isolatedRealm(pages.current().page.mainFrame());
  const measuring = realm.evaluate(() => ({ width: innerWidth, height: innerHeight }));
  return abortable(measuring, signal);
}
