import type { Page, ScreenshotOptions } from 'puppeteer';
import { abortable, settlesWithin } from '../deadline.ts';
import { WaitTimeoutError } from '../errors.ts';

const screenshotTimeoutMs = 15_000;

/** An image of the page. Throws `WaitTimeoutError` for a page that does not draw. */
export async function takeImage(
  page: Page,
  options: ScreenshotOptions,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const capture = page.screenshot(options);
  if (!(await settlesWithin(capture, screenshotTimeoutMs, signal))) {
    throw new WaitTimeoutError('The screenshot', screenshotTimeoutMs);
  }
  return abortable(capture, signal);
}
