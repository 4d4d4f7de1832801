import type { PageTracker } from './page-tracker.ts';

/**
 * Runs `attempt` on the current page, and again on the next current page if that one closes during
 * it: a popup may close just after the click that completes its work. `mayRepeat` returns false
 * once something was acted on.
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
