import { open } from 'node:fs/promises';
import type { CDPSession } from 'puppeteer';
import { DownloadMissingError } from '../errors.ts';

interface StreamSource {
  readonly session: CDPSession;
  readonly signal: AbortSignal;
  readonly maxBytes: number;
}

const signature = '%PDF';
const signatureWithinBytes = 1024;

/** Writes a PDF that the browser holds as a stream to a new file. Throws `DownloadMissingError` if it is none or too large. */
export async function copyStream(
  handle: string,
  path: string,
  { session, signal, maxBytes }: StreamSource,
): Promise<void> {
  await using file = await open(path, 'wx');
  let size = 0;
  for (;;) {
    signal.throwIfAborted();
    const { data, base64Encoded, eof } = await session.send('IO.read', { handle });
    const chunk = Buffer.from(data, base64Encoded === true ? 'base64' : 'utf8');
    if (size === 0 && !isPdf(chunk)) {
      throw new DownloadMissingError(
        'The PDF that the page shows cannot be had again: the site answers with something else.',
      );
    }
    size += chunk.byteLength;
    if (size > maxBytes) {
      throw new DownloadMissingError(`The PDF is larger than the ${maxBytes} bytes that are left.`);
    }
    await file.write(chunk);
    if (eof) break;
  }
  await session.send('IO.close', { handle });
}

export function isPdf(content: Uint8Array): boolean {
  const start = Buffer.from(content.subarray(0, signatureWithinBytes)).toString('latin1');
  return start.includes(signature);
}
