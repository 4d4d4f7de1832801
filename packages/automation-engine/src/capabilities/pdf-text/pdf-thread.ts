import { openDeadline } from '@errand/foundation';
import { once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { FileUnreadableError } from '../../errors.ts';
import type { RunLimits } from '../../run-limits.ts';

const MAX_MEMORY_MB = 512;

export interface PdfReading {
  readonly limits: Pick<RunLimits, 'maxPdfBytes' | 'maxPdfPages' | 'pdfTextMs'>;
  readonly signal: AbortSignal;
}

/**
 * Reads a PDF in a separate thread and returns its result: a hostile file cannot exhaust the time
 * or memory of the run. Throws FileUnreadableError for a file that is too large or needs too much
 * of either.
 */
export async function askPdfThread(
  folder: 'pdf-text' | 'pdf-search',
  path: string,
  { limits, signal }: PdfReading,
): Promise<unknown> {
  const { maxPdfBytes: maxBytes, maxPdfPages: maxPages, pdfTextMs: timeoutMs } = limits;
  const { size } = await stat(path);
  const filename = basename(path);
  if (size > maxBytes) {
    throw new FileUnreadableError(
      filename,
      `it has ${size} bytes, but at most ${maxBytes} are read`,
    );
  }
  const content = await readFile(path, { signal });
  using deadline = openDeadline(signal, timeoutMs);
  const thread = new Worker(
    new URL(`../${folder}/main${extname(import.meta.url)}`, import.meta.url),
    {
      workerData: { content, maxPages },
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
    },
  );
  try {
    const [message] = await once(thread, 'message', { signal: deadline.signal });
    return message;
  } catch (error) {
    signal.throwIfAborted();
    if (deadline.isOver) {
      throw new FileUnreadableError(filename, `reading it takes longer than ${timeoutMs / 1000} s`);
    }
    // The thread was terminated because it exceeded its memory limit.
    if (Error.isError(error) && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') {
      throw new FileUnreadableError(filename, 'reading it takes too much memory');
    }
    throw error;
  } finally {
    await thread.terminate();
  }
}
