import { readFile, stat } from 'node:fs/promises';
import type { Part } from '@errand/language-models';
import { FileUnreadableError } from '../../errors.ts';
import { findCleanText } from '../pdf-text/find-clean-text.ts';
import { readPdfText } from '../pdf-text/read-pdf-text.ts';
import type { ModelRun } from './model-run.ts';
import { markPageText } from './mark-page-text.ts';

interface PdfFile {
  readonly path: string;
  readonly filename: string;
}

/**
 * The file as part of a question. If it contains a known secret, its redacted text is sent
 * instead, because nothing can be removed from the file. Throws `FileUnreadableError`, including
 * when secrets are known and the file cannot be searched.
 */
export async function showPdf(run: ModelRun, { path, filename }: PdfFile): Promise<Part> {
  const { limits, signal, secrets } = run;
  const { size } = await stat(path);
  if (size > limits.maxPdfBytes) {
    throw new FileUnreadableError(
      filename,
      `it has ${size} bytes, but at most ${limits.maxPdfBytes} are read`,
    );
  }
  if (secrets.hasRevealed()) {
    const clean = findCleanText(await readPdfText(path, { limits, signal }), secrets.redact);
    if (clean !== undefined) {
      return { type: 'text', text: `A document:\n${markPageText(`${filename}\n${clean}`)}` };
    }
  }
  return { type: 'pdf', content: await readFile(path, { signal }), filename };
}
