import { openBrowserRelay } from '@errand/browser-relay';
import type { Browser } from 'puppeteer';
import { createFenceCheck } from './is-fenced.ts';
import { observeEnd, observeStart } from './observe-browser.ts';
import { once } from './once.ts';
import type { SessionOptions } from './session-options.ts';
import { type StartedBrowser, startBrowser } from './start-browser.ts';

/**
 * A browser without its own page. Each task of one account gets a browser context in it, one
 * task after another.
 */
export interface SharedBrowser extends StartedBrowser {
  /** Call when there is a page: a browser without any page refuses to open a hidden one. */
  readonly isFenced: () => Promise<boolean>;
  /** Binds the browser to its first account. Returns whether it may serve this account. */
  readonly serves: (accountId: string) => boolean;
  /** Counts a context. Returns how many there have been. */
  readonly countContext: () => number;
  /** Whether a page, frame or worker has crashed. */
  readonly hasCrashed: () => boolean;
  /** Whether the X server or the window manager has ended. */
  readonly hasLostDisplay: () => boolean;
}

export async function openSharedBrowser(
  options: SessionOptions,
  signal: AbortSignal,
): Promise<SharedBrowser> {
  return observeStart(options.observer, signal, () => start(options, signal));
}

const whyReplaceDisplay = (): string => 'its browser served several tasks';

async function start(options: SessionOptions, signal: AbortSignal): Promise<SharedBrowser> {
  await using owned = new AsyncDisposableStack();
  // Only contexts may use the network, and each has its own relay.
  const sealed = owned.use(await openBrowserRelay(options));
  sealed.seal();
  const { proxyUrl } = sealed;
  const way = { proxyUrl, startWindow: 'none', whyReplaceDisplay } as const;
  const started = owned.use(await startBrowser(options, way, signal));
  const hasCrashed = await watchCrashes(started.browser);
  const reportClosed = observeEnd(options.observer, started.ended);
  const resources = owned.move();
  let hasLostDisplay = false;
  void started.display.exited.then(() => (hasLostDisplay = true));
  let account: string | undefined;
  let contexts = 0;
  return {
    ...started,
    isFenced: createFenceCheck(started.browser),
    hasCrashed,
    hasLostDisplay: () => hasLostDisplay,
    serves(accountId) {
      account ??= accountId;
      return account === accountId;
    },
    countContext() {
      contexts += 1;
      return contexts;
    },
    leave() {
      reportClosed();
      return started.leave();
    },
    [Symbol.asyncDispose]: once(() => {
      reportClosed();
      return resources.disposeAsync();
    }),
  };
}

/** The session ends with the browser. */
async function watchCrashes(browser: Browser): Promise<() => boolean> {
  let hasCrashed = false;
  const session = await browser.target().createCDPSession();
  session.on('Target.targetCrashed', () => (hasCrashed = true));
  await session.send('Target.setDiscoverTargets', { discover: true });
  return () => hasCrashed;
}
