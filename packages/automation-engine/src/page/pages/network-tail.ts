import type { Frame, HTTPRequest, ResourceType } from 'puppeteer';
import type { PageRequest } from '../../reports/run-events.ts';
import { documentId } from '../browser/frame-session.ts';
import type { PageListeners } from '../browser/page-listeners.ts';
import { requestId } from './body-reader.ts';

const TAIL_LENGTH = 30;
/** Requests in the tail that have not ended. */
const OPEN_LENGTH = 10;
/** Open requests whose end is awaited. A page may start more without ever ending one. */
const MOST_OPEN = 1000;
/** Forgotten first: a page starts many of them, and rarely depends on one. */
const MINOR_TYPES: ReadonlySet<ResourceType> = new Set(['image', 'media', 'font', 'ping']);
/** Longer than the shown part of a URL, so that a secret in it is complete when redacted. */
const URL_LENGTH = 4000;

type Starts = Map<HTTPRequest, number>;

/**
 * Keeps the last requests of a page: those that have ended, oldest first, followed by the last ones
 * of its document that are open. A request stays open while it has no response, and while the page
 * does not read the body of its response. Data URLs do not count.
 */
export function keepNetworkTail(
  listeners: PageListeners,
  mainFrame: Frame,
): () => readonly PageRequest[] {
  const ended: PageRequest[] = [];
  const open: Starts = new Map();
  /** Of the document before. */
  const former: Starts = new Map();
  const note = (request: HTTPRequest) => {
    const start = open.get(request) ?? former.get(request);
    if (start === undefined) return;
    open.delete(request);
    former.delete(request);
    ended.push(describe(request, start, false));
    if (ended.length > TAIL_LENGTH) ended.shift();
  };
  listeners.on('request', (request) => {
    if (request.url().startsWith('data:')) return;
    open.set(request, performance.now());
    if (open.size > MOST_OPEN) forgetOne(open);
  });
  listeners.on('requestfinished', note);
  listeners.on('requestfailed', note);
  let shown = documentId(mainFrame);
  listeners.on('framenavigated', (frame) => {
    // Also emitted when a script changes the address.
    if (frame.parentFrame() || documentId(frame) === shown) return;
    shown = documentId(frame);
    former.clear();
    for (const [request, start] of open) {
      if (requestId(request) === shown) continue;
      open.delete(request);
      former.set(request, start);
    }
  });
  return () => {
    const stillOpen = [...open].slice(-OPEN_LENGTH);
    return [
      ...ended.slice(-(TAIL_LENGTH - stillOpen.length)),
      ...stillOpen.map(([request, start]) => describe(request, start, true)),
    ];
  };
}

function forgetOne(open: Starts): void {
  const requests = [...open.keys()];
  const forgotten = requests.find((each) => MINOR_TYPES.has(each.resourceType())) ?? requests[0];
  if (forgotten) open.delete(forgotten);
}

function describe(request: HTTPRequest, start: number, isOpen: boolean): PageRequest {
  const status = request.response()?.status();
  const failure = request.failure()?.errorText;
  return {
    method: request.method(),
    url: request.url().slice(0, URL_LENGTH),
    type: request.resourceType(),
    ...(status === undefined ? {} : { status }),
    ...(failure === undefined ? {} : { failure }),
    isOpen,
    durationMs: Math.round(performance.now() - start),
  };
}
