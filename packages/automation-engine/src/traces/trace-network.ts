import type { HTTPRequest } from 'puppeteer';
import { frameId } from '../page/browser/frame-session.ts';
import type { PageListeners } from '../page/browser/page-listeners.ts';
import { requestId } from '../page/pages/body-reader.ts';
import {
  type CallObserver,
  type EarlyListener,
  keyOfCall,
  type NewPageCall,
  watchNewPageCalls,
} from '../page/pages/new-page-calls.ts';
import type { RunSecrets } from '../secrets/run-secrets.ts';
import { pageIdOf } from './page-id.ts';
import type { TraceFile } from './trace-file.ts';

const LARGEST_BODY = 2 * 1024 ** 2;
export const LONGEST_POST_DATA = 100_000;
/** What a snapshot needs to look like the page. */
const drawn: ReadonlySet<string> = new Set(['stylesheet', 'image', 'font']);
/** What a replay needs as well. */
const replayed: ReadonlySet<string> = new Set(['document', 'script', 'xhr', 'fetch', 'other']);
/** The browser has no body of a redirect, or returns that of the last response. */
const bodiless: ReadonlySet<number> = new Set([204, 301, 302, 303, 304, 307, 308]);
/** Names of headers that contain credentials. Sites choose some of them. */
const CREDENTIALS = /auth|token|session|secret|password|cookie|csrf|xsrf|api-?key|key$|signature/i;
/** Stands for the value of a header that is not kept. */
export const CONCEALED = '[redacted]';

interface TraceTarget {
  readonly file: TraceFile;
  readonly secrets: Pick<RunSecrets, 'hasMissedSome' | 'redactBytes'>;
  /** Adds work that must end before the trace does. */
  readonly track: (work: Promise<unknown>) => void;
}

/** Adds the requests of pages to the trace when they have ended. */
interface NetworkTrace {
  readonly listen: (listeners: PageListeners, pageId: string) => void;
  /**
   * For each new page, which is still held back. `listen` may follow: no request is added twice.
   */
  readonly listenEarly: () => EarlyListener;
}

/** When a request began. Shared by all that report it. */
interface Begun {
  readonly time: number;
  readonly date: Date;
  isAdded: boolean;
}

/** A request, whatever has reported it. */
interface TracedRequest {
  readonly pageId: string;
  readonly frameId: string | undefined;
  readonly begun: Begun;
  readonly method: string;
  readonly url: string;
  readonly resourceType: string;
  readonly headers: () => Readonly<Record<string, string>>;
  readonly postData: () => string | undefined;
  readonly response: () => TracedResponse | undefined;
  readonly failureText: () => string | undefined;
  readonly fetchBody: () => Promise<Uint8Array | undefined>;
}

interface TracedResponse {
  readonly status: number;
  readonly statusText: string;
  readonly headers: Readonly<Record<string, string>>;
}

export function traceNetwork(target: TraceTarget): NetworkTrace {
  const begun = new Map<string, Begun>();
  const hearing: Hearing = {
    begin(key) {
      const known = begun.get(key) ?? { time: performance.now(), date: new Date(), isAdded: false };
      begun.set(key, known);
      return known;
    },
    end(request) {
      if (request.begun.isAdded || !/^https?:/i.test(request.url)) return;
      request.begun.isAdded = true;
      target.track(addEntry(request, target));
    },
  };
  return {
    listen: (listeners, pageId) => listen(hearing, listeners, pageId),
    listenEarly: () => listenEarly(hearing),
  };
}

/** Both sources may report a request. The first one that reports its end adds it. */
interface Hearing {
  readonly begin: (key: string) => Begun;
  readonly end: (request: TracedRequest) => void;
}

function listen({ begin, end }: Hearing, listeners: PageListeners, pageId: string): void {
  const started = new WeakMap<HTTPRequest, TracedRequest>();
  const endOf = (request: HTTPRequest) => {
    const known = started.get(request);
    if (known) end(known);
  };
  listeners.on('request', (request) => {
    const begun = begin(keyOfCall(requestId(request), request.redirectChain().length));
    started.set(request, fromPuppeteer(request, { pageId, begun }));
  });
  listeners.on('requestfinished', endOf);
  listeners.on('requestfailed', endOf);
}

function listenEarly({ begin, end }: Hearing): EarlyListener {
  const started = new Map<string, TracedRequest>();
  const observer: CallObserver = {
    onBegin(key, call) {
      started.set(key, fromNewPage(call, begin(key)));
    },
    onChange: () => undefined,
    onEnd(key) {
      const known = started.get(key);
      started.delete(key);
      if (known) end(known);
    },
  };
  const watch = watchNewPageCalls(observer);
  return async (session) => {
    // Both are sent before the page goes on, and fail together if it is closed.
    await Promise.all([session.send('Network.enable'), watch(session)]);
  };
}

function fromPuppeteer(
  request: HTTPRequest,
  known: Pick<TracedRequest, 'begun' | 'pageId'>,
): TracedRequest {
  const frame = request.frame();
  return {
    ...known,
    frameId: frame ? frameId(frame) : undefined,
    method: request.method(),
    url: request.url(),
    resourceType: request.resourceType(),
    headers: () => request.headers(),
    postData: () => request.postData(),
    response() {
      const response = request.response();
      if (!response) return undefined;
      const [status, statusText] = [response.status(), response.statusText()];
      return { status, statusText, headers: response.headers() };
    },
    failureText: () => request.failure()?.errorText,
    fetchBody: async () => request.response()?.buffer(),
  };
}

function fromNewPage(call: NewPageCall, begun: Begun): TracedRequest {
  const { method, url, resourceType, failureText, fetchBody } = call;
  return {
    // The browser says after the first requests which page it is.
    get pageId() {
      return pageIdOf(call.pageId() ?? '');
    },
    frameId: call.frameId,
    begun,
    method,
    url,
    resourceType,
    headers: call.requestHeaders,
    postData: () => call.postData,
    response() {
      const response = call.response();
      return response && { ...response, statusText: call.statusText() };
    },
    failureText,
    fetchBody,
  };
}

async function addEntry(request: TracedRequest, trace: TraceTarget): Promise<void> {
  const endTime = performance.now();
  const response = request.response();
  const body = await readBody(request, trace);
  const file = body && trace.file.addFile('resources', trace.secrets.redactBytes(body));
  const headers = response?.headers ?? {};
  const milliseconds = endTime - request.begun.time;
  trace.file.addNetwork({
    pageref: request.pageId,
    ...(request.frameId === undefined ? {} : { _frameref: `frame@${request.frameId}` }),
    _monotonicTime: request.begun.time,
    _resourceType: request.resourceType,
    startedDateTime: request.begun.date.toISOString(),
    time: milliseconds,
    request: describeRequest(request, trace),
    response: {
      status: response?.status ?? -1,
      statusText: response?.statusText ?? request.failureText() ?? '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: listHeaders(headers),
      content: {
        size: body?.byteLength ?? (Number(headers['content-length'] ?? -1) || -1),
        mimeType: headers['content-type'] ?? 'x-unknown',
        ...(file === undefined ? {} : { _file: file }),
      },
      headersSize: -1,
      bodySize: -1,
      redirectURL: headers['location'] ?? '',
      ...(response ? {} : { _failureText: request.failureText() ?? '' }),
    },
    cache: {},
    timings: { send: 0, wait: milliseconds, receive: 0 },
  });
}

function describeRequest(request: TracedRequest, target: TraceTarget): object {
  const url = URL.parse(request.url);
  const data = keepsBodies(target) ? request.postData() : undefined;
  return {
    method: request.method,
    url: request.url,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: listHeaders(request.headers()),
    queryString: [...(url?.searchParams ?? [])].map(([name, value]) => ({ name, value })),
    headersSize: -1,
    bodySize: -1,
    ...(data === undefined
      ? {}
      : { postData: { mimeType: '', params: [], text: data.slice(0, LONGEST_POST_DATA) } }),
  };
}

/** A body may contain a secret that cannot be redacted. */
function keepsBodies({ file, secrets }: TraceTarget): boolean {
  return file.keepsBodies && !secrets.hasMissedSome();
}

function listHeaders(headers: Readonly<Record<string, string>>): object[] {
  return Object.entries(headers).map(([name, value]) => ({
    name,
    value: CREDENTIALS.test(name) ? CONCEALED : value,
  }));
}

/** Undefined if the trace does not keep it, or the browser no longer has it. */
async function readBody(
  request: TracedRequest,
  target: TraceTarget,
): Promise<Uint8Array | undefined> {
  const response = request.response();
  const type = request.resourceType;
  const isWanted = drawn.has(type) || (keepsBodies(target) && replayed.has(type));
  const isEmpty = !response || bodiless.has(response.status);
  if (!isWanted || isEmpty) return undefined;
  if (Number(response.headers['content-length'] ?? 0) > LARGEST_BODY) return undefined;
  const [read] = await Promise.allSettled([request.fetchBody()]);
  const body = read.status === 'fulfilled' ? read.value : undefined;
  return body && body.byteLength <= LARGEST_BODY ? body : undefined;
}
