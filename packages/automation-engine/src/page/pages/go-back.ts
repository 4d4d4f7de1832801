import { abortable } from '@errand/foundation';
import type { Page } from 'puppeteer';
import { NoPageBeforeError } from './page-errors.ts';
import type { RunLimits } from '../../run-limits.ts';
import { attachSession } from '../browser/attach-session.ts';
import type { PageTracker } from './page-tracker.ts';
import { waitForCommit } from './wait-until-quiet.ts';
import { explainNavigation } from './navigate.ts';

/** Goes one page back in the history. Throws `NoPageBeforeError`, `NavigationError`. */
export async function goBack(
  page: Page,
  { signal, timeoutMs }: { readonly signal: AbortSignal; readonly timeoutMs: number },
): Promise<void> {
  const url = await abortable(findAddressBefore(page), signal);
  if (url === undefined) throw new NoPageBeforeError();
  try {
    // Does not wait for the document to load: a frame in it may never do so.
    const options = { waitUntil: [], timeout: timeoutMs, signal };
    await abortable(page.goBack(options), signal);
  } catch (error) {
    signal.throwIfAborted();
    throw await explainNavigation(page, error, { url, timeoutMs, signal });
  }
}

/** Goes back on the current page of a run, once a pending navigation has committed. */
export async function goBackOn({
  pages,
  signal,
  limits,
}: {
  readonly pages: PageTracker;
  readonly signal: AbortSignal;
  readonly limits: Pick<RunLimits, 'navigationMs'>;
}): Promise<void> {
  await waitForCommit(pages.current(), signal);
  await goBack(pages.current().page, { signal, timeoutMs: limits.navigationMs });
}

async function findAddressBefore(page: Page): Promise<string | undefined> {
  const session = await attachSession(page);
  try {
    const { entries, currentIndex } = await session.send('Page.getNavigationHistory');
    const url = entries[currentIndex - 1]?.url;
    // Every tab starts with this entry, which a person cannot go back to either.
    return currentIndex === 1 && url === 'about:blank' ? undefined : url;
  } finally {
    await session.detach();
  }
}
