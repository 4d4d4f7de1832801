import type { Desktop } from '@errand/desktop';
import type { Page } from 'puppeteer';
import { takeScreenPicture } from '../screen/take-screen-picture.ts';
import { settlesWithin } from '../deadline.ts';
import { frameSession } from '../page/browser/frame-session.ts';
import type { ScreenRun } from '../screen/screen-run.ts';
import { encodeJpeg } from '../page/screenshots/encode-jpeg.ts';
import { shrinkPicture } from '../page/screenshots/shrink-picture.ts';
import { whileMasked } from '../page/screenshots/while-masked.ts';

const deadlineMs = 1000;
const wantedWidth = 640;
const quality = 50;

/** Like `captureThumbnail`, for a screen without a page. */
export async function captureScreenThumbnail(
  desktop: Desktop,
  run: ScreenRun,
): Promise<Uint8Array | undefined> {
  const picture = await takeScreenPicture(desktop, run);
  return encodeJpeg(shrinkPicture(picture, wantedWidth), quality);
}

/**
 * A small JPEG of the visible part of the page, about 640 pixels wide; undefined if the page does
 * not render within a second. Takes none of Puppeteer's locks, so nothing waits for it.
 */
export async function captureThumbnail(
  page: Page,
  { secrets, signal }: Pick<ScreenRun, 'secrets' | 'signal'>,
): Promise<Uint8Array | undefined> {
  const session = frameSession(page.mainFrame());
  const capture = async (): Promise<string> => {
    const { cssVisualViewport: visible } = await session.send('Page.getLayoutMetrics');
    const { pageX: x, pageY: y, clientWidth: width, clientHeight: height } = visible;
    const clip = { x, y, width, height, scale: Math.min(1, wantedWidth / width) };
    const options = { format: 'jpeg', quality, clip, optimizeForSpeed: true } as const;
    return (await session.send('Page.captureScreenshot', options)).data;
  };
  const captured = whileMasked(page, secrets, capture);
  if (!(await settlesWithin(captured, deadlineMs, signal))) return undefined;
  return Buffer.from(await captured, 'base64');
}
