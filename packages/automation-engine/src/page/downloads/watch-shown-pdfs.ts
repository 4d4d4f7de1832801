import type { CDPSession, HTTPResponse } from 'puppeteer';
import type { PageListeners } from '../browser/page-listeners.ts';
import { isViewerStream, type PdfDocument, savePdfDocument } from './pdf-document.ts';
import type { OnFile } from './run-file.ts';

const PDF_TYPE = 'application/pdf';

interface ShownPdfs {
  readonly listeners: PageListeners;
  readonly mainFrameId: string;
  readonly onFile: OnFile;
}

/** Keeps every PDF that a frame of the page shows as a file of the run. */
export function watchShownPdfs(
  session: CDPSession,
  { listeners, mainFrameId, onFile }: ShownPdfs,
): { readonly take: (document: PdfDocument) => void } {
  let viewed = Promise.withResolvers<HTTPResponse>();
  listeners.on('response', (response) => {
    if (isViewerStream(response)) viewed.resolve(response);
  });
  const take = (document: PdfDocument) => {
    // What the viewer reads does not identify its frame.
    const isAlone = document.frameId === mainFrameId;
    const { promise } = isAlone ? viewed : Promise.withResolvers<HTTPResponse>();
    onFile(
      (path, source) => savePdfDocument(document, path, { ...source, session, viewed: promise }),
      { shownUrl: document.url },
    );
  };
  session.on('Page.frameNavigated', ({ frame: { id, url, mimeType } }) => {
    if (id === mainFrameId) viewed = Promise.withResolvers();
    if (mimeType === PDF_TYPE) take({ url, frameId: id });
  });
  return { take };
}

/** Returns the PDF that a page showed before it was watched. */
export async function findShownPdf(session: CDPSession): Promise<PdfDocument | undefined> {
  const { frameTree } = await session.send('Page.getFrameTree');
  const { id, url, mimeType } = frameTree.frame;
  return mimeType === PDF_TYPE ? { url, frameId: id } : undefined;
}
