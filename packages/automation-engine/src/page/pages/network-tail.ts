import type { HTTPRequest } from 'puppeteer';
import type { PageRequest } from '../../reports/run-events.ts';
import type { PageListeners } from '../browser/page-listeners.ts';

const TAIL_LENGTH = 30;
/** Requests in the tail that have not ended. */
const OPEN_LENGTH = 10;
/** Longer than the shown part of a URL, so that a secret in it is complete when redacted. */
const URL_LENGTH = 4000;

/**
 * Keeps the last requests of a page: those that have ended, oldest first, followed by the last ones
 * that are open. A request stays open while it has no response, and while the page does not read the
 * body of its response. Data URLs do not count.
 */
export function keepNetworkTail(listeners: PageListeners): () => readonly PageRequest[] {
  const ended: PageRequest[] = [];
  const open = new Map<HTTPRequest, number>();
  const note = (request: HTTPRequest) => {
    const start = open.get(request);
    if (start === undefined) return;
    open.delete(request);
    ended.push(describe(request, start, false));
    if (ended.length > TAIL_LENGTH) ended.shift();
  };
  listeners.on('request', (request) => {
    if (request.url().startsWith('data:')) return;
    open.set(request, performance.now());
    if (open.size > TAIL_LENGTH) open.delete([...open.keys()][0] ?? request);
  });
  listeners.on('requestfinished', note);
  listeners.on('requestfailed', note);
  return () => {
    const stillOpen = [...open].slice(-OPEN_LENGTH);
    return [
      ...ended.slice(-(TAIL_LENGTH - stillOpen.length)),
      ...stillOpen.map(([request, start]) => describe(request, start, true)),
    ];
  };
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
