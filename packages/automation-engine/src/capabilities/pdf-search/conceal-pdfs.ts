import { open, rm, stat, writeFile } from 'node:fs/promises';
import { join, dirname } from 'node:path';
import { searchPdf, type PdfFinding } from './search-pdf.ts';
import type { RunSecrets } from '../../secrets/run-secrets.ts';
import { isPdf, SIGNATURE_WITHIN_BYTES } from '../../page/downloads/copy-pdf-stream.ts';
import type { DownloadedFile } from '../../page/downloads/download.ts';
import type { Downloads } from '../../page/downloads/downloads.ts';
import { uniqueFilename } from '../../page/downloads/safe-filename.ts';

const notes = {
  secret:
    'The PDF is withheld because it contains a secret of the task. This is its text without the secret.',
  unsearchable: 'The PDF is withheld because it cannot be searched for secrets of the task',
} as const;

interface Concealed {
  readonly downloads: Pick<Downloads, 'drop' | 'files'>;
  readonly secrets: Pick<RunSecrets, 'hasRevealed' | 'redact'>;
  readonly signal: AbortSignal;
  readonly logger: { readonly warn: (message: string, fields?: object) => void };
}

/**
 * The downloads of a run. Once the run has revealed a secret, a PDF that contains one is replaced
 * by a file with its redacted text, because nothing can be reliably removed from a PDF. A PDF that
 * cannot be searched is replaced with a file that gives the reason. An aborted run has no time to
 * search, so its PDFs are dropped,
 * and no checkpoint counts them.
 */
export async function concealPdfs({
  downloads,
  secrets,
  signal,
  logger,
}: Concealed): Promise<readonly DownloadedFile[]> {
  const files = [...downloads.files];
  if (!secrets.hasRevealed()) return files;
  const names = new Set(files.map(({ filename }) => filename.toLowerCase()));
  const shown: DownloadedFile[] = [];
  for (const file of files) {
    if (!(await holdsPdf(file.path))) {
      shown.push(file);
      continue;
    }
    const search = searchPdf(file.path, { redact: secrets.redact, signal });
    const [searched] = await Promise.allSettled([search]);
    if (signal.aborted) {
      downloads.drop(file);
      continue;
    }
    const finding = searched.status === 'fulfilled' ? searched.value : await search;
    if (finding.kind === 'clean') shown.push(file);
    else {
      logger.warn('PDF withheld', { kind: finding.kind });
      shown.push(await replace(file, finding, names));
    }
  }
  return shown;
}

async function holdsPdf(path: string): Promise<boolean> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(SIGNATURE_WITHIN_BYTES) });
  return isPdf(buffer.subarray(0, bytesRead));
}

async function replace(
  { path, filename, metadata }: DownloadedFile,
  finding: Exclude<PdfFinding, { kind: 'clean' }>,
  names: Set<string>,
): Promise<DownloadedFile> {
  const name = uniqueFilename(`${filename.replace(/\.pdf$/i, '')}.withheld.txt`, names);
  names.add(name.toLowerCase());
  const text =
    finding.kind === 'secret'
      ? `${notes.secret}\n\n${finding.text}\n`
      : `${notes.unsearchable}: ${finding.reason.replace(/\.$/, '')}.\n`;
  const replacement = join(dirname(path), name);
  await writeFile(replacement, text, { flag: 'wx' });
  await rm(path);
  const { size } = await stat(replacement);
  const described = { path: replacement, filename: name, size, contentType: 'text/plain' };
  return { ...described, ...(metadata ? { metadata } : {}) };
}
