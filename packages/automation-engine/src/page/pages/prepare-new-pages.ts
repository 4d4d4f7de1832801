import type { CDPSession, Page } from 'puppeteer';
import { attachSession } from '../browser/attach-session.ts';
import { targetId } from '../browser/frame-session.ts';

interface NewPages {
  /** Runs before the first script of the new page. The session stays until disposal. */
  readonly prepare: (session: CDPSession) => Promise<void>;
  /** Called when the page exists. Puppeteer reports it only once it has a document. */
  readonly onAppear: (targetId: string) => void;
  /**
   * Called when the page is gone, or no longer loads anything. If it was short-lived, nothing else
   * reports it.
   */
  readonly onGone: (targetId: string) => void;
}

/** Prepares every page that opens in the browser context of the given page. */
export async function prepareNewPages(
  page: Page,
  { prepare, onAppear, onGone }: NewPages,
): Promise<AsyncDisposable> {
  const session = await attachSession(page.browser());
  const { targetInfo: first } = await session.send('Target.getTargetInfo', {
    targetId: targetId(page.target()),
  });
  /** Targets by session. */
  const ours = new Map<string, string>();
  session.on('Target.detachedFromTarget', ({ sessionId }) => {
    const gone = ours.get(sessionId);
    if (gone === undefined) return;
    ours.delete(sessionId);
    onGone(gone);
  });
  session.on('Target.attachedToTarget', ({ sessionId, targetInfo, waitingForDebugger }) => {
    const child = session.connection()?.session(sessionId);
    if (!child) return;
    const isOurs = waitingForDebugger && targetInfo.browserContextId === first.browserContextId;
    const tasks = [
      ...(isOurs ? [prepare(child)] : []),
      child.send('Runtime.runIfWaitingForDebugger'),
    ];
    if (isOurs) {
      ours.set(sessionId, targetInfo.targetId);
      onAppear(targetInfo.targetId);
      // A document that was kept from loading never arrives, and Puppeteer reports no page without
      // one.
      child.on('Page.frameStoppedLoading', () => onGone(targetInfo.targetId));
    }
    // A page may close before it has opened.
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
      // The browser may already be gone.
      await Promise.allSettled([session.detach()]);
    },
  };
}
