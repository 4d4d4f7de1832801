import type { CDPSession } from 'puppeteer';

/**
 * Prepares the documents of a page, and those of the frames of other sites in it, before their
 * first scripts run. `prepare` is called with the page's session and with that of each such frame.
 */
export async function prepareDocuments(
  session: CDPSession,
  prepare: (session: CDPSession) => Promise<unknown>,
): Promise<void> {
  // A frame of another site is a separate target, and may contain such frames itself.
  session.on('Target.attachedToTarget', ({ sessionId }) => {
    const frame = session.connection()?.session(sessionId);
    if (!frame) return;
    const tasks = [prepareDocuments(frame, prepare), frame.send('Runtime.runIfWaitingForDebugger')];
    // A frame may disappear before it is ready.
    void Promise.allSettled(tasks);
  });
  // All are sent together: a target that is held back responds only once it is released.
  await Promise.all([
    session.send('Page.enable'),
    prepare(session),
    session.send('Target.setAutoAttach', {
      autoAttach: true,
      waitForDebuggerOnStart: true,
      flatten: true,
      filter: [{ type: 'iframe' }, { exclude: true }],
    }),
  ]);
}
