import type { HTTPRequest } from 'puppeteer';
import type { EndedRequest } from '../../reports/run-events.ts';
import type { PageListeners } from '../browser/page-listeners.ts';

const TAIL_LENGTH = 30;
/** Longer than the shown part of a URL, so that a secret in it is complete when redacted. */
const URL_LENGTH = 4000;

/** Keeps the last requests of a page that have ended, oldest first. Data URLs do not count. */
export function keepNetworkTail(listeners: PageListeners): () => readonly EndedRequest[] {
  const ended: EndedRequest[] = [];
  const begun = new WeakMap<HTTPRequest, number>();
  const note = (request: HTTPRequest) => {
    const start = begun.get(request);
    if (start === undefined) return;
    ended.push(describe(request, Math.round(performance.now() - start)));
    if (ended.length > TAIL_LENGTH) ended.shift();
  };
  listeners.on('request', (request) => {
    if (!request.url().startsWith('data:')) begun.set(request, performance.now());
  });
  listeners.on('requestfinished', note);
  listeners.on('requestfailed', note);
  return () => [...ended];
}

function describe(request: HTTPRequest, durationMs: number): EndedRequest {
  const status = request.response()?.status();
  const failure = request.failure()?.errorText;
  return {
    method: request.method(),
    url: request.url().slice(0, URL_LENGTH),
    type: request.resourceType(),
    ...(status === undefined ? {} : { status }),
    ...(failure === undefined ? {} : { failure }),
    durationMs,
  };
}
