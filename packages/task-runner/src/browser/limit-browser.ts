import { signalGroup } from '@errand/desktop';
import type { Browser } from 'puppeteer';
import type { MemoryGroup } from '../memory-group.ts';
import { type SessionLimits, watchUsage } from './watch-usage.ts';

/**
 * Ends a browser that exceeds its limits. `exceeded` fires first, because the end itself would look
 * like a crash.
 */
export function limitBrowser(
  browser: Browser,
  {
    directory,
    memory,
    limits = {},
  }: {
    /** Scratch space of the session. */
    readonly directory: string;
    /** Where the kernel limits the browser's memory. Undefined: nowhere. */
    readonly memory: MemoryGroup | undefined;
    readonly limits?: SessionLimits;
  },
): AsyncDisposable & { readonly exceeded: AbortSignal } {
  const exceeded = new AbortController();
  const group = browser.process()?.pid;
  const watch = watchUsage({ directory, group: group ?? 0, memory, limits }, (error) => {
    exceeded.abort(error);
    signalGroup(group, 'SIGKILL');
  });
  return {
    exceeded: exceeded.signal,
    [Symbol.asyncDispose]: () => watch[Symbol.asyncDispose](),
  };
}
