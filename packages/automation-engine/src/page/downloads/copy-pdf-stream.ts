import { open } from 'node:fs/promises';
import type { CDPSession } from 'puppeteer';
import { DownloadMissingError } from '../../errors.ts';

interface StreamTarget {
  readonly session: CDPSession;
  readonly path: string;
  readonly signal: AbortSignal;
  readonly maxBytes: number;
}

const SIGNATURE = '%PDF';
/** PDF readers look for the signature within this many bytes. */
export const SIGNATURE_WITHIN_BYTES = 1024;

/**
 * Writes a PDF that the browser holds as a stream to a new file. Returns false, with nothing
 * written, if it is not a PDF. Throws `DownloadMissingError` if it is too large.
 */
export async function copyPdfStream(handle: string, target: StreamTarget): Promise<boolean> {
  const { session, path, signal, maxBytes } = target;
  const first = await readChunk(session, handle);
  if (!isPdf(first.content)) {
    await session.send('IO.close', { handle });
    return false;
  }
  await using file = await open(path, 'wx');
  let size = 0;
  for (let chunk = first; ; chunk = await readChunk(session, handle)) {
    signal.throwIfAborted();
    size += chunk.content.byteLength;
    if (size > maxBytes) throw new DownloadMissingError(tooLarge(maxBytes));
    // Appends everything or throws, whereas `write` may write less, for example on a full disk.
    await file.writeFile(chunk.content);
    if (chunk.isLast) break;
  }
  await session.send('IO.close', { handle });
  return true;
}

export function isPdf(content: Uint8Array): boolean {
  const start = Buffer.from(content.subarray(0, SIGNATURE_WITHIN_BYTES)).toString('latin1');
  return start.includes(SIGNATURE);
}

export function tooLarge(maxBytes: number): string {
  return `The PDF is larger than the ${maxBytes} bytes that are left for downloads of this run.`;
}

async function readChunk(session: CDPSession, handle: string) {
  const { data, base64Encoded, eof } = await session.send('IO.read', { handle });
  return { content: Buffer.from(data, base64Encoded === true ? 'base64' : 'utf8'), isLast: eof };
}
