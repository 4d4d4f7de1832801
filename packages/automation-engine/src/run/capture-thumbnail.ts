import { openDeadline } from '@errand/foundation';
import type { Desktop } from '@errand/desktop';
import type { Page } from 'puppeteer';
import { takeScreenPicture } from '../screen/take-screen-picture.ts';
import { frameSession } from '../page/browser/frame-session.ts';
import type { ScreenRun } from '../screen/screen-run.ts';
import { encodeJpeg } from '../page/screenshots/encode-jpeg.ts';
import { shrinkPicture } from '../page/screenshots/shrink-picture.ts';
import type { Thumbnail } from '../page/screenshots/thumbnail.ts';
import { whileMasked } from '../page/screenshots/while-masked.ts';

const DEADLINE_MS = 1000;
const WANTED_WIDTH = 640;
const QUALITY = 50;

/** Like `captureThumbnail`, for a screen without a page. */
export async function captureScreenThumbnail(
  desktop: Desktop,
  run: ScreenRun,
): Promise<Uint8Array | undefined> {
  const picture = await takeScreenPicture(desktop, run);
  return encodeJpeg(shrinkPicture(picture, WANTED_WIDTH), QUALITY);
}

/**
 * A small JPEG of the visible part of the page, about 640 pixels wide; undefined if the page does
 * not render within a second, or another picture of it takes that long. Takes none of Puppeteer's
 * locks: only other pictures of the page wait for it, for a second at most.
 */
export async function captureThumbnail(
  page: Page,
  { secrets, signal }: Pick<ScreenRun, 'secrets' | 'signal'>,
): Promise<Thumbnail | undefined> {
  const session = frameSession(page.mainFrame());
  const capture = async (): Promise<Thumbnail> => {
    const { cssVisualViewport: visible } = await session.send('Page.getLayoutMetrics');
    const { pageX: x, pageY: y, clientWidth: width, clientHeight: height } = visible;
    const scale = Math.min(1, WANTED_WIDTH / width);
    const clip = { x, y, width, height, scale };
    const options = { format: 'jpeg', quality: QUALITY, clip, optimizeForSpeed: true } as const;
    const { data } = await session.send('Page.captureScreenshot', options);
    const content = Buffer.from(data, 'base64');
    return { content, width: Math.round(width * scale), height: Math.round(height * scale) };
  };
  using deadline = openDeadline(signal, DEADLINE_MS);
  try {
    return await whileMasked(page, { secrets, signal: deadline.signal }, capture);
  } catch (error) {
    if (!deadline.isOver || error !== deadline.signal.reason) throw error;
    return undefined;
  }
}
