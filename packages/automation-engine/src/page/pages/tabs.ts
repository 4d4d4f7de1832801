import { abortable } from '@errand/foundation';
import type { ActionOutcome } from '../../action-outcome.ts';
import { TabNotFoundError } from './page-errors.ts';
import type { PageTracker } from './page-tracker.ts';
import { waitForCommit } from './wait-until-quiet.ts';
import type { WatchedPage } from './watched-page.ts';

/**
 * The tabs of a run, in order of opening. Whichever a method leaves in front becomes the
 * current one.
 */
export interface Tabs {
  /** A negative index counts from the newest. Throws `TabNotFoundError`. */
  readonly switchTo: (index: number) => Promise<void>;
  /**
   * Leaves the only tab open, and reports the step as skipped. The newest remaining one comes to
   * the front.
   */
  readonly closeCurrent: () => Promise<ActionOutcome>;
  readonly closeAllButNewest: () => Promise<void>;
  /**
   * Closes the tabs opened after the newest one whose address contains the text. If there is no
   * such tab, throws `TabNotFoundError` and closes nothing.
   */
  readonly closeUntilUrl: (text: string) => Promise<void>;
  /**
   * Closes the tabs opened after the one at the index. If there is no such tab, throws
   * `TabNotFoundError` and closes nothing.
   */
  readonly closeUntilIndex: (index: number) => Promise<void>;
}

interface Surroundings {
  readonly pages: PageTracker;
  readonly signal: AbortSignal;
}

export function createTabs({ pages, signal }: Surroundings): Tabs {
  const show = async (watched: WatchedPage) => {
    pages.select(watched);
    // A background tab draws no frames, so nothing in it can be waited for.
    await abortable(watched.page.bringToFront(), signal);
  };
  const close = async (tabs: readonly WatchedPage[]) => {
    for (const { page } of tabs) await abortable(page.close(), signal);
  };
  const listOpen = async () => {
    await pages.settle(signal);
    return pages.open();
  };
  const closeAfter = async (open: readonly WatchedPage[], wanted: WatchedPage) => {
    await close(open.slice(open.indexOf(wanted) + 1).toReversed());
    await show(wanted);
  };
  return {
    async switchTo(index) {
      const open = await listOpen();
      await show(getTab(open, index));
    },
    async closeCurrent() {
      const open = await listOpen();
      if (open.length < 2) return { outcome: 'skipped', reason: 'It is the only tab.' };
      await close([pages.current()]);
      await show(pages.current());
      return { outcome: 'done' };
    },
    async closeAllButNewest() {
      const open = await listOpen();
      await close(open.slice(0, -1));
      await show(pages.current());
    },
    async closeUntilUrl(text) {
      const open = await listOpen();
      // A newly opened tab still has its initial address.
      await Promise.all(open.map((watched) => waitForCommit(watched, signal)));
      const wanted = open.findLast(({ page }) => page.url().includes(text));
      const description = `has an address that contains ${JSON.stringify(text)}`;
      if (!wanted) throw new TabNotFoundError(description, addressesOf(open));
      await closeAfter(open, wanted);
    },
    async closeUntilIndex(index) {
      const open = await listOpen();
      await closeAfter(open, getTab(open, index));
    },
  };
}

function getTab(open: readonly WatchedPage[], index: number): WatchedPage {
  const watched = open.at(index);
  if (watched) return watched;
  throw new TabNotFoundError(`is at position ${index}`, addressesOf(open));
}

/** Without the query, which may contain something private. */
function addressesOf(open: readonly WatchedPage[]): string[] {
  return open.map(({ page }) => page.url().split(/[?#]/, 1)[0] ?? '');
}
