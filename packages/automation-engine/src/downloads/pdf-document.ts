import { open } from 'node:fs/promises';
import type { CDPSession, HTTPResponse } from 'puppeteer';
import { settlesWithin } from '../deadline.ts';
import { DownloadMissingError } from '../errors.ts';
import { copyStream, isPdf } from './copy-stream.ts';
import { filenameOfResponse } from './filename-of-response.ts';

/** The viewer reads the file from here; what it read is exactly what the site sent. */
const viewerStream = /^chrome-extension:\/\/mhjfbmdgcfjbbpaeojofohoefgiehjai\/[\da-f-]+$/;
/** The viewer has read the file by then, or is not asked. */
const viewerTimeoutMs = 300;

/** A PDF that a frame shows instead of a document. */
export interface PdfDocument {
  readonly url: string;
  readonly frameId: string;
}

interface PdfSource {
  readonly session: CDPSession;
  /** Resolves with what the viewer has read. */
  readonly viewed: Promise<HTTPResponse>;
  readonly signal: AbortSignal;
  readonly maxBytes: number;
}

export function isViewerStream(response: HTTPResponse): boolean {
  return viewerStream.test(response.url());
}

/** Writes a PDF that is shown to a file: from the viewer, or else by asking the site for it once more. */
export async function savePdfDocument(
  { url, frameId }: PdfDocument,
  path: string,
  source: PdfSource,
): Promise<{ readonly filename: string }> {
  const { session, signal, viewed } = source;
  if (await settlesWithin(viewed, viewerTimeoutMs, signal)) {
    const response = await viewed;
    const content = await readViewed(response);
    if (content) {
      await using file = await open(path, 'wx');
      await file.write(content);
      return { filename: pdfName(url, response.headers()['content-disposition']) };
    }
  }
  const options = { disableCache: false, includeCredentials: true };
  const { resource } = await session.send('Network.loadNetworkResource', { frameId, url, options });
  const { stream, httpStatusCode: status, netErrorName } = resource;
  if (stream === undefined || status !== 200) {
    throw new DownloadMissingError(
      `The PDF ${url} is shown in the page, but the site does not give it again: ${netErrorName ?? `status ${status}`}.`,
    );
  }
  await copyStream(stream, path, source);
  return { filename: pdfName(url, headerOf(resource.headers, 'content-disposition')) };
}

/** The browser keeps what it has read only up to a size. */
async function readViewed(response: HTTPResponse): Promise<Uint8Array | undefined> {
  const [read] = await Promise.allSettled([response.buffer()]);
  return read.status === 'fulfilled' && isPdf(read.value) ? read.value : undefined;
}

function headerOf(headers: object | undefined, name: string): string | undefined {
  const found = Object.entries(headers ?? {}).find(([key]) => key.toLowerCase() === name);
  return found ? String(found[1]) : undefined;
}

function pdfName(url: string, contentDisposition: string | undefined): string {
  const name = filenameOfResponse(url, contentDisposition);
  return /\.pdf$/i.test(name) ? name : `${name}.pdf`;
}
