import type { Page } from 'puppeteer';
import { requestId } from './body-reader.ts';
import { documentId } from '../browser/frame-session.ts';
import { isolatedRealm } from '../browser/isolated-realm.ts';
import type { PageListeners } from '../browser/page-listeners.ts';

/** Maximum number of documents whose status is kept: a page may go back to them. */
const KEPT_DOCUMENTS = 100;
const ASK_FOR_STATUS = `performance.getEntriesByType('navigation')[0]?.responseStatus`;

/**
 * Returns a function that returns the HTTP status of the document that the page shows, or undefined
 * if the document was not loaded over HTTP.
 */
export function watchDocumentStatus(
  page: Page,
  listeners: PageListeners,
): () => number | undefined {
  const statuses = new Map<string, number>();
  void askDocument(page).then(([id, status]) => status > 0 && statuses.set(id, status));
  listeners.on('response', (response) => {
    const request = response.request();
    if (!request.isNavigationRequest() || request.frame()?.parentFrame()) return;
    // The browser gives a document and the request for it the same id.
    statuses.set(requestId(request), response.status());
    const [oldest] = statuses.keys();
    if (statuses.size > KEPT_DOCUMENTS && oldest !== undefined) statuses.delete(oldest);
  });
  return () => statuses.get(documentId(page.mainFrame()));
}

/**
 * Gets the status from a document that was loaded before the listeners were added: the first one of
 * a new window, or one of an earlier run.
 */
async function askDocument(page: Page): Promise<readonly [id: string, status: number]> {
  const asking = isolatedRealm(page.mainFrame()).evaluate(ASK_FOR_STATUS);
  // A page that closes or navigates has no status; the listener sees its next document.
  const status: unknown = await asking.catch(() => undefined);
  return [documentId(page.mainFrame()), typeof status === 'number' ? status : 0];
}

/**
 * For the message about a missing element: the page might not be the one that the automation was
 * made for.
 */
export function describeHttpError(status: number | undefined): string {
  if (status === undefined || status < 400) return '';
  return ` The page has status ${status}, so it may be an error page and not the page that the step is for.`;
}
