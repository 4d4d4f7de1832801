import { AgentUnfinishedError } from './agent-errors.ts';
import { navigate } from '../../page/pages/navigate.ts';
import { waitForConsequences } from '../../page/pages/wait-until-quiet.ts';
import type { WatchedPage } from '../../page/pages/watched-page.ts';
import type { AgentRun } from './agent-run.ts';
import type { NavigationFence } from './navigation-fence.ts';
import type { OriginList } from './allowed-origins.ts';
import { createTabs } from '../../page/pages/tabs.ts';

/** The pages of a run while an agent works on them. */
export interface InsidePages {
  /**
   * Closes pages outside the origins or navigates them back. Returns notes for the agent about
   * those pages and about what the fence blocked. Throws AgentUnfinishedError when no page inside
   * the origins is left.
   */
  readonly keep: () => Promise<string[]>;
  /** Notes about what the fence has blocked since the last call. */
  readonly refused: () => string[];
}

interface Surroundings {
  /** For error messages. */
  readonly task: string;
  readonly origins: OriginList;
  readonly fence: NavigationFence;
}

/**
 * The fence only sees documents that load, not a page that the browser restores from its history
 * cache. Such a page is navigated back to where it was. Tabs outside the origins that were open
 * before the agent started are left alone.
 */
export function watchInside(
  run: Pick<AgentRun, 'limits' | 'pages' | 'signal'>,
  { task, origins, fence }: Surroundings,
): InsidePages {
  const { limits, pages, signal } = run;
  const isOutside = ({ page }: WatchedPage) =>
    /^(blob:)?https?:/.test(page.url()) && !origins.has(page.url());
  const before = new Set(pages.open());
  /** For each page, its last address inside the origins. */
  const homes = new Map<WatchedPage, string>();
  const noteHomes = () => {
    for (const watched of pages.open()) {
      if (!isOutside(watched)) homes.set(watched, watched.page.url());
    }
  };
  const refused = () =>
    fence.takeRefused().map((url) => `${url} was not loaded: its origin is not allowed.`);
  const leadBack = async ({ page }: WatchedPage, home: string) => {
    const left = page.url().split(/[?#]/, 1)[0] ?? '';
    await navigate(page, home, { signal, timeoutMs: limits.navigationMs });
    return `${left} was left again: its origin is not allowed.`;
  };
  noteHomes();
  return {
    refused,
    async keep() {
      await pages.settle(signal);
      await waitForConsequences(pages.current(), signal);
      const notes = refused();
      for (const watched of pages.open()) {
        const home = homes.get(watched);
        const isEmpty = watched.page.url() === 'about:blank' && notes.length > 0;
        if (!before.has(watched) && (isEmpty || isOutside(watched))) await watched.page.close();
        else if (home !== undefined && isOutside(watched))
          notes.push(await leadBack(watched, home));
      }
      await leaveOutside();
      noteHomes();
      return notes;
    },
  };

  async function leaveOutside(): Promise<void> {
    if (!isOutside(pages.current())) return;
    const position = pages.open().findLastIndex((watched) => !isOutside(watched));
    if (position < 0) {
      throw new AgentUnfinishedError(task, 'no page of an allowed origin is open any more.');
    }
    await createTabs(run).switchTo(position);
  }
}
