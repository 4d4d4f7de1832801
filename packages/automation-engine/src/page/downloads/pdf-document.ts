import { open } from 'node:fs/promises';
import type { CDPSession, HTTPResponse } from 'puppeteer';
import { settlesWithin } from '../../deadline.ts';
import { DownloadMissingError } from '../../errors.ts';
import { copyPdfStream, isPdf } from './copy-pdf-stream.ts';
import { filenameOfResponse } from './filename-of-response.ts';
import { loadResource } from './load-resource.ts';

/** The viewer reads the file from here, exactly as the site sent it. */
const VIEWER_STREAM = /^chrome-extension:\/\/mhjfbmdgcfjbbpaeojofohoefgiehjai\/[\da-f-]+$/;
/** How long to wait until the viewer has read the file; after that, it is fetched again. */
const VIEWER_TIMEOUT_MS = 300;

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
  return VIEWER_STREAM.test(response.url());
}

/** Writes the shown PDF to a file: from the viewer, or else by fetching it from the site again. */
export async function savePdfDocument(
  { url, frameId }: PdfDocument,
  path: string,
  source: PdfSource,
): Promise<{ readonly filename: string }> {
  const { session, signal, viewed } = source;
  if (await settlesWithin(viewed, VIEWER_TIMEOUT_MS, signal)) {
    const response = await viewed;
    const content = await readViewed(response);
    if (content) {
      await using file = await open(path, 'wx');
      // Writes everything or throws, whereas `write` may write less, for example on a full disk.
      await file.writeFile(content);
      return { filename: pdfName(url, response.headers()['content-disposition']) };
    }
  }
  const loaded = await loadResource(session, { frameId, url });
  if (loaded.kind === 'failed') throw notGivenAgain(url, loaded.reason);
  const isCopied = await copyPdfStream(loaded.stream, { ...source, path });
  if (!isCopied) throw notGivenAgain(url, 'it returns something else');
  return { filename: pdfName(url, loaded.header('content-disposition')) };
}

/** The browser keeps what was read only up to a size limit. */
async function readViewed(response: HTTPResponse): Promise<Uint8Array | undefined> {
  const [read] = await Promise.allSettled([response.buffer()]);
  return read.status === 'fulfilled' && isPdf(read.value) ? read.value : undefined;
}

function notGivenAgain(url: string, reason: string): DownloadMissingError {
  return new DownloadMissingError(
    `The PDF ${url} is shown in the page, but the site does not serve it again: ${reason}.`,
  );
}

function pdfName(url: string, contentDisposition: string | undefined): string {
  const name = filenameOfResponse(url, contentDisposition);
  return /\.pdf$/i.test(name) ? name : `${name}.pdf`;
}
