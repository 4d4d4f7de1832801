import { basename } from 'node:path';
import type { CDPSession } from 'puppeteer';

interface FileChoice {
  readonly paths: readonly string[];
  /**
   * Called when there are no files, or when a field does not accept them, for example because the
   * page has replaced it.
   */
  readonly onFault: (message: string) => void;
  /** Called with the names of the files when their field is outside the document. */
  readonly onDetached: (names: readonly string[]) => void;
}

const NO_FILES =
  'A file chooser opened, and there are no files to give it: open the session with input_files.';

/**
 * Gives files to every file chooser that a page opens, instead of the browser's own dialog, which
 * shows the files on the browser's machine.
 */
export async function chooseFiles(
  session: CDPSession,
  { paths, onFault, onDetached }: FileChoice,
): Promise<void> {
  session.on('Page.fileChooserOpened', ({ backendNodeId, mode }) => {
    if (backendNodeId === undefined) return;
    if (paths.length === 0) return onFault(NO_FILES);
    const files = mode === 'selectSingle' ? paths.slice(0, 1) : [...paths];
    const give = async () => {
      // The page may remove the field once it has the files.
      const isReported = await isInDocument(session, backendNodeId);
      await session.send('DOM.setFileInputFiles', { files, backendNodeId });
      if (!isReported) onDetached(files.map((path) => basename(path)));
    };
    give().catch((error: unknown) => {
      onFault(`A file chooser was given no files: ${String(error)}`);
    });
  });
  await session.send('Page.setInterceptFileChooserDialog', { enabled: true });
}

async function isInDocument(session: CDPSession, backendNodeId: number): Promise<boolean> {
  const { object } = await session.send('DOM.resolveNode', { backendNodeId });
  const { result } = await session.send('Runtime.callFunctionOn', {
    ...(object.objectId !== undefined && { objectId: object.objectId }),
    functionDeclaration: 'function () { return this.isConnected; }',
    returnByValue: true,
  });
  return result.value === true;
}
