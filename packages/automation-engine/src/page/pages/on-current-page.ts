import type { PageTracker } from './page-tracker.ts';

/**
 * Does something on the current page, and again on the one that is current then if the page closes meanwhile: a popup
 * that has done its work closes a moment after the click. `mayRepeat` says no once something was acted on.
 */
export async function onCurrentPage<Result>(
  pages: PageTracker,
  attempt: () => Promise<Result>,
  mayRepeat: () => boolean = () => true,
): Promise<Result> {
  for (;;) {
    const { page } = pages.current();
    try {
      return await attempt();
    } catch (error) {
      const isLeft = isPageClosed(error) && page.isClosed() && pages.open().length > 0;
      if (!isLeft || !mayRepeat()) throw error;
    }
  }
}

function isPageClosed(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'page_closed';
}
