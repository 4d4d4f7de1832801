import type { CDPSession, Page } from 'puppeteer';

/**
 * Runs `prepare` on every page that opens in the browser context of the given page, before the first script of
 * the new page. The session stays until this is disposed.
 */
export async function prepareNewPages(
  page: Page,
  prepare: (session: CDPSession) => Promise<void>,
): Promise<AsyncDisposable> {
  const { id } = page.browserContext();
  const session = await page.browser().target().createCDPSession();
  session.on('Target.attachedToTarget', ({ sessionId, targetInfo, waitingForDebugger }) => {
    const child = session.connection()?.session(sessionId);
    if (!child) return;
    const isOurs = waitingForDebugger && (id === undefined || targetInfo.browserContextId === id);
    const tasks = [
      ...(isOurs ? [prepare(child)] : []),
      child.send('Runtime.runIfWaitingForDebugger'),
    ];
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
