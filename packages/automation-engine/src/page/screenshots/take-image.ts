import { openDeadline } from '@errand/foundation';
import type { Page, ScreenshotOptions } from 'puppeteer';
import { WaitTimeoutError } from '../../errors.ts';
import type { RunSecrets } from '../../secrets/run-secrets.ts';
import { whileMasked } from './while-masked.ts';

const SCREENSHOT_TIMEOUT_MS = 15_000;

interface Pictured {
  readonly secrets: Pick<RunSecrets, 'hasRevealed' | 'redact'>;
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
  using deadline = openDeadline(signal, SCREENSHOT_TIMEOUT_MS);
  const masking = { secrets, signal: deadline.signal };
  try {
    return await whileMasked(page, masking, () => page.screenshot(options));
  } catch (error) {
    if (!deadline.isOver || error !== deadline.signal.reason) throw error;
    throw new WaitTimeoutError('The screenshot', SCREENSHOT_TIMEOUT_MS);
  }
}
