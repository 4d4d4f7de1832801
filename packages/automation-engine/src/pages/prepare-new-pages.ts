import type { CDPSession, Page } from 'puppeteer';
import { attachSession } from './attach-session.ts';

interface NewPages {
  /** Runs before the first script of the new page. The session stays until all of this is disposed. */
  readonly prepare: (session: CDPSession) => Promise<void>;
  /** The page is gone again; it may have been too short-lived to be told of otherwise. */
  readonly onGone: () => void;
}

/** Prepares every page that opens in the browser context of the given page. */
export async function prepareNewPages(
  page: Page,
  { prepare, onGone }: NewPages,
): Promise<AsyncDisposable> {
  const { id } = page.browserContext();
  const session = await attachSession(page.browser());
  const ours = new Set<string>();
  session.on('Target.detachedFromTarget', ({ sessionId }) => {
    if (ours.delete(sessionId)) onGone();
  });
  session.on('Target.attachedToTarget', ({ sessionId, targetInfo, waitingForDebugger }) => {
    const child = session.connection()?.session(sessionId);
    if (!child) return;
    const isOurs = waitingForDebugger && (id === undefined || targetInfo.browserContextId === id);
    const tasks = [
      ...(isOurs ? [prepare(child)] : []),
      child.send('Runtime.runIfWaitingForDebugger'),
    ];
    if (isOurs) ours.add(sessionId);
    // A page may close before it opens.
    void Promise.allSettled(tasks);
  });
  await session.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: true,
    flatten: true,
    filter: [{ type: 'page' }, { exclude: true }],
  });
  return {
    async [Symbol.asyncDispose]() {
      // The browser may be gone already.
      await Promise.allSettled([session.detach()]);
    },
  };
}
