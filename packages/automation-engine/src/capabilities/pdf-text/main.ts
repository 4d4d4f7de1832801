import { parentPort, workerData } from 'node:worker_threads';
import { extractText, getDocumentProxy } from 'unpdf';

const { content, maxPages }: { content: Uint8Array; maxPages: number } = workerData;
const { pages, problem } = await readPages();
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage({ pages, problem });

/** The reader's errors cannot be sent to another thread, so the result carries their message. */
async function readPages() {
  try {
    const document = await getDocumentProxy(new Uint8Array(content), { verbosity: 0 });
    if (document.numPages > maxPages) {
      return {
        pages: [],
        problem: `it has ${document.numPages} pages, but at most ${maxPages} are read`,
      };
    }
    const { text } = await extractText(document, { mergePages: false });
    return { pages: text };
  } catch (error) {
    return { pages: [], problem: String(error).replace(/^\w+: /, '') };
  }
}
