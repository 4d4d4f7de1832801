import type { Redactor } from '@errand/secrets';
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { FileUnreadableError } from '../../errors.ts';
import { findCleanText } from '../pdf-text/find-clean-text.ts';
import { askPdfThread, type PdfReading } from '../pdf-text/pdf-thread.ts';

const limits = { maxPdfBytes: 200 * 1024 ** 2, maxPdfPages: Infinity, pdfTextMs: 120_000 };
/** Characters searched at a time: the run's thread must keep sending heartbeats. */
const CHUNK_LENGTH = 1024 ** 2;
const answerSchema = z.object({
  pages: z.array(z.string()),
  others: z.array(z.string()),
  state: z.enum(['read', 'locked', 'damaged']),
});

/**
 * `clean`: no secret was found; `secret`: one was found, and `text` is the redacted text of the
 * pages.
 */
export type PdfFinding =
  | { readonly kind: 'clean' }
  | { readonly kind: 'secret'; readonly text: string }
  | { readonly kind: 'unsearchable'; readonly reason: string };

/**
 * Searches for secrets in everything a PDF contains: pages, links, notes, fields, outline, metadata
 * and attached files, plus the raw bytes and compressed streams. In a password-protected file only
 * the bytes can be searched; the recipient cannot read the encrypted content either.
 */
export async function searchPdf(
  path: string,
  { redact, signal }: { readonly redact: Redactor } & Pick<PdfReading, 'signal'>,
): Promise<PdfFinding> {
  try {
    const found = answerSchema.parse(await askPdfThread('pdf-search', path, { limits, signal }));
    const text = found.pages.join('\n\n').trim();
    const clean = findCleanText(text, redact);
    const isElsewhere = await holdSecret(found.others, redact);
    if (clean !== undefined || isElsewhere) return { kind: 'secret', text: clean ?? text };
    if (found.state !== 'damaged') return { kind: 'clean' };
    return { kind: 'unsearchable', reason: 'it is damaged' };
  } catch (error) {
    signal.throwIfAborted();
    // A file that makes the reader fail might contain a secret, so it must not be shown.
    const isKnown = error instanceof FileUnreadableError;
    return { kind: 'unsearchable', reason: isKnown ? error.message : 'reading it failed' };
  }
}

async function holdSecret(texts: readonly string[], redact: Redactor): Promise<boolean> {
  let chunk = '';
  for (const text of [...texts, undefined]) {
    if (text !== undefined) chunk += `${text}\n`;
    if (text !== undefined && chunk.length < CHUNK_LENGTH) continue;
    if (redact(chunk) !== chunk) return true;
    chunk = '';
    await setImmediate();
  }
  return false;
}
