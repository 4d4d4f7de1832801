import { pollUntil, type TestPage } from '@errand/test-kit';

type Page = TestPage['page'];

const DEADLINE_MS = 60_000;

/** Waits until all requests of a page have ended. */
export type UntilComplete = () => Promise<void>;

/** Tracks the requests of a page from now on. */
export async function createUntilComplete(page: Page): Promise<UntilComplete> {
  const open = await followRequests(page);
  const isComplete = async () => {
    // The last response may lead to another request.
    const isPainted = await page.evaluate(paint);
    return open.size === 0 && isPainted;
  };
  return async () => {
    await pollUntil('the page has all that it asks for', isComplete, { deadlineMs: DEADLINE_MS });
  };
}

/** Requests of the current document that have not ended, by ID, with the ID of the document. */
async function followRequests(page: Page): Promise<ReadonlyMap<string, string>> {
  const open = new Map<string, string>();
  const session = await page.createCDPSession();
  session.on('Network.requestWillBeSent', ({ requestId, loaderId, request }) => {
    // Event streams never end.
    if (request.headers['accept'] !== 'text/event-stream') open.set(requestId, loaderId);
  });
  session.on('Network.loadingFinished', ({ requestId }) => open.delete(requestId));
  session.on('Network.loadingFailed', ({ requestId }) => open.delete(requestId));
  session.on('Page.frameNavigated', ({ frame }) => {
    // No event reports the end of the previous document's requests.
    if (frame.parentId !== undefined) return;
    for (const [requestId, loaderId] of open) {
      if (loaderId !== frame.loaderId) open.delete(requestId);
    }
  });
  await session.send('Network.enable');
  await session.send('Page.enable');
  return open;
}

/** Runs in the page: waits for a paint and returns whether nothing is missing. */
async function paint(): Promise<boolean> {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  return (
    document.fonts.status === 'loaded' &&
    !document.querySelector('.plot-canvas:empty') &&
    !document.body.textContent?.includes('Loading…')
  );
}
