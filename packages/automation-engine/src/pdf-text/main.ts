import { parentPort, workerData } from 'node:worker_threads';
import { extractText, getDocumentProxy } from 'unpdf';

/** What the thread answers with; a file that is no readable PDF ends it with an error. */
export interface PdfText {
  readonly pages: readonly string[];
}

const document = await getDocumentProxy(new Uint8Array(workerData));
const { text } = await extractText(document, { mergePages: false });
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage({ pages: text } satisfies PdfText);
