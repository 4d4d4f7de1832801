import { abortable, pause } from '@errand/foundation';
import type { Page } from 'puppeteer';
import { PageClosedError } from '../locator-errors.ts';
import { WorldGoneError } from './isolated-worlds.ts';

/**
 * Maximum delay between retries while the page is between two documents; the first delays are
 * shorter.
 */
const LONGEST_RETRY_MS = 20;

interface Attempt {
  readonly page: Page;
  readonly signal: AbortSignal;
  /** For error messages. */
  readonly locator: string;
}

/** Retries `attempt` while the page's document is being replaced; rethrows any other failure. */
export async function untilPageSettles<Result>(
  attempt: () => Promise<Result>,
  { page, signal, locator }: Attempt,
): Promise<Result> {
  for (let pauseMs = 1; ; pauseMs = Math.min(pauseMs * 2, LONGEST_RETRY_MS)) {
    try {
      return await abortable(attempt(), signal);
    } catch (error) {
      signal.throwIfAborted();
      if (!isDocumentGone(error)) throw error;
      if (page.isClosed()) throw new PageClosedError(locator, { cause: error });
    }
    await pause(pauseMs, signal);
  }
}

function isDocumentGone(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof WorldGoneError || error.name === 'TargetCloseError') return true;
  if (error.name === 'ProtocolError') return !/Invalid parameters|wasn't found/.test(error.message);
  return /detached|Execution context/i.test(error.message);
}
