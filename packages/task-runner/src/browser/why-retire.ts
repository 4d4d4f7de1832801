import { clearDisplay } from '@errand/desktop';
import { pauseUntilAborted } from '@errand/foundation';
import type { Browser, CDPSession } from 'puppeteer';
import type { SharedBrowser } from './shared-browser.ts';
import { succeeds } from './succeeds.ts';
import { exceedsMemory } from './watch-usage.ts';

const DEADLINE_MS = 5_000;
/** Pages and workers of a closed context end a little later. */
const EMPTY_DEADLINE_MS = 3_000;
const POLL_MS = 5;

/** How long a browser may serve one task after another. */
export interface ReuseLimits {
  readonly maxTasks: number;
  /** Memory of all processes of the browser after a task. */
  readonly maxMemoryBytes: number;
}

/**
 * Returns why a browser must not serve another task; undefined when the last task left nothing
 * behind. Whatever cannot be determined counts as a reason.
 */
export async function whyRetire(
  { browser, display, ended, hasCrashed, hasLostDisplay }: SharedBrowser,
  { tasks, maxTasks, maxMemoryBytes }: ReuseLimits & { readonly tasks: number },
): Promise<string | undefined> {
  if (ended.aborted || !browser.connected) return 'it has ended';
  if (hasCrashed()) return 'a page crashed';
  if (hasLostDisplay()) return 'its display has ended';
  if (tasks >= maxTasks) return 'it has served BROWSER_REUSE_TASKS tasks';
  if (!(await becomesEmpty(browser))) return 'it still has pages';
  const timeUp = AbortSignal.timeout(DEADLINE_MS);
  const isClear = await clearDisplay(display, timeUp).catch(() => false);
  if (!isClear) return 'its display could not be cleared';
  const group = browser.process()?.pid;
  if (group === undefined) return 'it has ended';
  if (exceedsMemory(group, maxMemoryBytes)) return 'it uses more than BROWSER_REUSE_MEMORY_MIB';
  return undefined;
}

/** Asks the browser itself: Puppeteer might not have noticed a page yet. */
async function becomesEmpty(browser: Browser): Promise<boolean> {
  const timeUp = new AbortController();
  const emptying = (async () => {
    const session = await browser.target().createCDPSession();
    try {
      while (await hasTargets(session)) {
        await pauseUntilAborted(POLL_MS, timeUp.signal);
        timeUp.signal.throwIfAborted();
      }
    } finally {
      await session.detach();
    }
  })();
  const isEmpty = await succeeds(emptying, EMPTY_DEADLINE_MS);
  timeUp.abort();
  return isEmpty;
}

async function hasTargets(session: CDPSession): Promise<boolean> {
  const { browserContextIds } = await session.send('Target.getBrowserContexts');
  const { targetInfos } = await session.send('Target.getTargets');
  return browserContextIds.length > 0 || targetInfos.some(({ type }) => type !== 'browser');
}
