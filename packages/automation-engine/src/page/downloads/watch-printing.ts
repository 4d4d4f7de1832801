import type { CDPSession } from 'puppeteer';
import { copyPdfStream } from './copy-pdf-stream.ts';
import type { ObtainFile, OnFile } from './run-file.ts';

const BINDING = 'errandPrint';
/**
 * Replaces `window.print`, whose dialog would block the page until someone closes it. The page's
 * scripts cannot reach the binding itself.
 */
const replacePrint = `(() => {
  const report = globalThis.${BINDING};
  if (!report) return;
  delete globalThis.${BINDING};
  globalThis.print = function print() { report(''); };
})()`;

/**
 * Saves the page as a PDF file of the run whenever the page or one of its frames calls `print()`.
 * Returns a function that installs this in a document session.
 */
export function watchPrinting(
  page: CDPSession,
  onFile: OnFile,
): (documents: CDPSession) => Promise<void> {
  return (documents) => replacePrinting(documents, () => onFile(printPage(page)));
}

/** Only the page itself can be printed, with all its frames. */
function printPage(session: CDPSession): ObtainFile {
  return async (path, source) => {
    const { stream } = await session.send('Page.printToPDF', {
      printBackground: true,
      preferCSSPageSize: true,
      transferMode: 'ReturnAsStream',
    });
    if (stream === undefined) throw new TypeError('Page.printToPDF returned no stream.');
    await copyPdfStream(stream, { ...source, session, path });
    return { filename: `${await titleOf(session)}.pdf` };
  };
}

async function replacePrinting(session: CDPSession, onPrint: () => void): Promise<void> {
  session.on('Runtime.bindingCalled', ({ name }) => {
    if (name === BINDING) onPrint();
  });
  // All are sent together: a target that is held back responds only once it is released.
  await Promise.all([
    // Without it, calls to the binding are not reported.
    session.send('Runtime.enable'),
    session.send('Runtime.addBinding', { name: BINDING }),
    session.send('Page.addScriptToEvaluateOnNewDocument', { source: replacePrint }),
    // For the document that is already there.
    session.send('Runtime.evaluate', { expression: replacePrint }),
  ]);
}

async function titleOf(session: CDPSession): Promise<string> {
  const { result } = await session.send('Runtime.evaluate', { expression: 'document.title' });
  const title = String(result.value ?? '').trim();
  return title === '' ? 'print' : title;
}
