import type { CDPSession } from 'puppeteer';

/**
 * Gives files to every file chooser that a page opens, instead of the browser's own dialog, which
 * shows the files of the computer that it runs on.
 */
export async function chooseFiles(session: CDPSession, paths: readonly string[]): Promise<void> {
  session.on('Page.fileChooserOpened', ({ backendNodeId, mode }) => {
    if (backendNodeId === undefined) return;
    const files = mode === 'selectSingle' ? paths.slice(0, 1) : [...paths];
    // The field may be gone already.
    session.send('DOM.setFileInputFiles', { files, backendNodeId }).catch(() => undefined);
  });
  await session.send('Page.setInterceptFileChooserDialog', { enabled: true });
}
