import { parentPort, workerData } from 'node:worker_threads';
import { extractText, getDocumentProxy } from 'unpdf';
import { findStoredTexts } from './find-stored-texts.ts';

type Document = Awaited<ReturnType<typeof getDocumentProxy>>;

const { content }: { content: Uint8Array } = workerData;
const stored = findStoredTexts(Buffer.from(content));
const read = await readDocument();
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage({ ...read, others: [...read.others, ...stored] });

/** The reader's errors cannot be sent to another thread, so the result carries their meaning. */
async function readDocument() {
  try {
    const document = await getDocumentProxy(new Uint8Array(content), { verbosity: 0 });
    const { text } = await extractText(document, { mergePages: false });
    return { pages: text, others: await readOthers(document), state: 'read' };
  } catch (error) {
    return { pages: [], others: [], state: isOfLock(error) ? 'locked' : 'damaged' };
  }
}

/** The reader throws objects that only resemble an Error. */
function isOfLock(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'name' in error &&
    error.name === 'PasswordException'
  );
}

/** Text outside the pages: title and author, links, notes, fields, outline, attached files. */
async function readOthers(document: Document): Promise<string[]> {
  const { info, metadata } = await document.getMetadata();
  const parts: unknown[] = [info, metadata?.getRaw(), await document.getOutline()];
  parts.push(await document.getFieldObjects(), await document.getJSActions());
  parts.push(await document.getPageLabels(), await document.getDestinations());
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    parts.push(await page.getAnnotations(), await page.getStructTree(), await page.getJSActions());
    page.cleanup();
  }
  const attachments: unknown = await document.getAttachments();
  return textsOf([...parts, attachments]);
}

/** Every string in a value, including file contents decoded as text. */
function textsOf(value: unknown): string[] {
  const texts: string[] = [];
  const seen = new Set<unknown>();
  const visit = (part: unknown): void => {
    if (typeof part === 'string') texts.push(part);
    if (typeof part !== 'object' || part === null || seen.has(part)) return;
    seen.add(part);
    if (part instanceof Uint8Array) {
      texts.push(Buffer.from(part).toString('utf8'), ...findStoredTexts(Buffer.from(part)));
      return;
    }
    for (const [name, member] of part instanceof Map ? part : Object.entries(part)) {
      visit(name);
      visit(member);
    }
  };
  visit(value);
  return texts;
}
