import { basename } from 'node:path';
import { z } from 'zod';
import { FileUnreadableError } from '../../errors.ts';
import { askPdfThread, type PdfReading } from './pdf-thread.ts';

const answerSchema = z.object({ pages: z.array(z.string()), problem: z.string().optional() });

/** The text of a PDF, page by page. Throws FileUnreadableError. */
export async function readPdfText(path: string, reading: PdfReading): Promise<string> {
  const { pages, problem } = answerSchema.parse(await askPdfThread('pdf-text', path, reading));
  if (problem === undefined) return pages.join('\n\n').trim();
  throw new FileUnreadableError(basename(path), problem.replace(/\.$/, ''));
}
