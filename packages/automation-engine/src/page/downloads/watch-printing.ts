import type { CDPSession } from 'puppeteer';
import { copyPdfStream } from './copy-pdf-stream.ts';
import type { ObtainFile, OnFile } from './run-file.ts';

const binding = 'errandPrint';
/**
 * Puts our function in the place of `window.print`, whose dialog would stop the page until somebody answers
 * it. The page's scripts cannot reach the binding itself.
 */
const replacePrint = `(() => {
  const report = globalThis.${binding};
  if (!report) return;
  delete globalThis.${binding};
  globalThis.print = function print() { report(''); };
})()`;

/**
 * Makes a PDF of the page, as a file of the run, whenever the page or a frame in it prints itself. Returns what prepares
 * the page's documents for that.
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
    if (stream === undefined) throw new TypeError('Page.printToPDF gave no stream.');
    await copyPdfStream(stream, { ...source, session, path });
    return { filename: `${await titleOf(session)}.pdf` };
  };
}

async function replacePrinting(session: CDPSession, onPrint: () => void): Promise<void> {
  session.on('Runtime.bindingCalled', ({ name }) => {
    if (name === binding) onPrint();
  });
  // In one go: what is held back until it is prepared answers only then.
  await Promise.all([
    // Without it nobody is told of calls of the binding.
    session.send('Runtime.enable'),
    session.send('Runtime.addBinding', { name: binding }),
    session.send('Page.addScriptToEvaluateOnNewDocument', { source: replacePrint }),
    // The document that is there already.
    session.send('Runtime.evaluate', { expression: replacePrint }),
  ]);
}

async function titleOf(session: CDPSession): Promise<string> {
  const { result } = await session.send('Runtime.evaluate', { expression: 'document.title' });
  const title = String(result.value ?? '').trim();
  return title === '' ? 'print' : title;
}
