import { parentPort, workerData } from 'node:worker_threads';
import { extractText, getDocumentProxy } from 'unpdf';

const { pages, problem } = await readPages(new Uint8Array(workerData));
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage({ pages, problem });

/** Errors of the reader do not survive the way to another thread, so their text is the answer. */
async function readPages(content: Uint8Array) {
  try {
    const document = await getDocumentProxy(content, { verbosity: 0 });
    const { text } = await extractText(document, { mergePages: false });
    return { pages: text };
  } catch (error) {
    return { pages: [], problem: String(error).replace(/^\w+: /, '') };
  }
}
