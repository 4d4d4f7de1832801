import { abortable } from '@errand/foundation';
import type { Page, ScreenshotOptions } from 'puppeteer';
import { settlesWithin } from '../../deadline.ts';
import { WaitTimeoutError } from '../../errors.ts';
import type { RunSecrets } from '../../secrets/run-secrets.ts';
import { whileMasked } from './while-masked.ts';

const SCREENSHOT_TIMEOUT_MS = 15_000;

interface Pictured {
  readonly secrets: Pick<RunSecrets, 'hasRevealed'>;
  readonly signal: AbortSignal;
}

/**
 * Captures an image of the page, with secret fields blank. Throws `WaitTimeoutError` for a page
 * that does not draw.
 */
export async function takeImage(
  page: Page,
  options: ScreenshotOptions,
  { secrets, signal }: Pictured,
): Promise<Uint8Array> {
  const capture = whileMasked(page, secrets, () => page.screenshot(options));
  if (!(await settlesWithin(capture, SCREENSHOT_TIMEOUT_MS, signal))) {
    throw new WaitTimeoutError('The screenshot', SCREENSHOT_TIMEOUT_MS);
  }
  return abortable(capture, signal);
}
