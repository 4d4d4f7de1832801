import { abortable } from '@errand/foundation';
import { writeFile } from 'node:fs/promises';
import type { CDPSession, Page } from 'puppeteer';
import { DownloadMissingError } from '../../errors.ts';
import { isolatedRealm } from '../browser/isolated-realm.ts';
import { copyPdfStream, tooLarge } from './copy-pdf-stream.ts';
import { filenameOfResponse } from './filename-of-response.ts';
import { loadResource } from './load-resource.ts';
import { attachSession } from '../browser/attach-session.ts';
import { whileMasked } from '../screenshots/while-masked.ts';
import type { RunSecrets } from '../../secrets/run-secrets.ts';

/** Types that the browser shows as a page, which can be printed. */
const SHOWN_TYPES = /^(?:text\/|image\/|application\/(?:json|xhtml\+xml|xml)\b)/i;

interface PdfOptions {
  readonly signal: AbortSignal;
  readonly maxBytes: number;
  readonly timeoutMs: number;
  /** Hides secrets while a page is printed. */
  readonly secrets: Pick<RunSecrets, 'hasRevealed' | 'redact'>;
  /** Loads an address in its own tab. Disposal closes it. */
  readonly openTab: (url: string) => Promise<{ readonly page: Page } & AsyncDisposable>;
}

/**
 * Writes what the page shows to a file as PDF: a PDF unchanged, any other document printed. Returns
 * a name for it.
 */
export async function savePageAsPdf(
  page: Page,
  path: string,
  options: PdfOptions,
): Promise<{ readonly filename: string }> {
  const url = page.url();
  const type = await abortable(readContentType(page), options.signal);
  if (type === 'application/pdf') return saveUrlAsPdf({ page, url }, path, options);
  if (!/^(?:https?|data|blob|file):/.test(url)) {
    throw new DownloadMissingError(
      `The current tab shows ${url}, which is not a page: set its url, or go to the page first.`,
    );
  }
  await print(page, path, options);
  return { filename: pdfName(filenameOfResponse(url, undefined)) };
}

/**
 * Fetches an address with the cookies of the browser and writes it to a file: a PDF unchanged, a
 * page printed.
 */
export async function saveUrlAsPdf(
  { page, url }: { readonly page: Page; readonly url: string },
  path: string,
  options: PdfOptions,
): Promise<{ readonly filename: string }> {
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) {
    throw new DownloadMissingError(
      `${JSON.stringify(url)} is not an address that can be fetched: specify an absolute one, such as https://example.com/.`,
    );
  }
  const { signal } = options;
  const session = await abortable(attachSession(page), signal);
  try {
    const resource = await abortable(loadForPage(session, url), signal);
    const filename = filenameOfResponse(url, resource.header('content-disposition'));
    const copied = copyPdfStream(resource.stream, { ...options, session, path });
    if (await abortable(copied, signal)) return { filename: pdfName(filename) };
    const type = resource.header('content-type') ?? '';
    if (!SHOWN_TYPES.test(type)) {
      throw new DownloadMissingError(
        `${url} is neither a PDF nor a page, but ${type || 'unknown'}.`,
      );
    }
    await using tab = await options.openTab(url);
    await print(tab.page, path, options);
    return { filename: pdfName(filename) };
  } finally {
    // A closed page has already ended its session.
    session.detach().catch(() => undefined);
  }
}

async function loadForPage(session: CDPSession, url: string) {
  const { frameTree } = await session.send('Page.getFrameTree');
  const loaded = await loadResource(session, { frameId: frameTree.frame.id, url });
  if (loaded.kind === 'loaded') return loaded;
  throw new DownloadMissingError(`${url} could not be fetched: ${loaded.reason}.`);
}

async function print(
  page: Page,
  path: string,
  { signal, maxBytes, timeoutMs, secrets }: PdfOptions,
): Promise<void> {
  const options = { printBackground: true, preferCSSPageSize: true, timeout: timeoutMs };
  const printed = whileMasked(page, { secrets, signal }, () => page.pdf(options));
  const content = await abortable(printed, signal);
  if (content.byteLength > maxBytes) throw new DownloadMissingError(tooLarge(maxBytes));
  await writeFile(path, content, { flag: 'wx' });
}

async function readContentType(page: Page): Promise<string> {
  return isolatedRealm(page.mainFrame()).evaluate(() => document.contentType);
}

function pdfName(name: string): string {
  return `${name.replace(/\.(?:pdf|x?html?)$/i, '')}.pdf`;
}
