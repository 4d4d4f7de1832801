import type { HTTPRequest } from 'puppeteer';
import { frameId } from '../page/browser/frame-session.ts';
import type { PageListeners } from '../page/browser/page-listeners.ts';
import type { RunSecrets } from '../secrets/run-secrets.ts';
import type { TraceFile } from './trace-file.ts';

const LARGEST_BODY = 2 * 1024 ** 2;
export const LONGEST_POST_DATA = 100_000;
/** What a snapshot needs to look like the page. */
const drawn: ReadonlySet<string> = new Set(['stylesheet', 'image', 'font']);
/** What a replay needs as well. */
const replayed: ReadonlySet<string> = new Set(['document', 'script', 'xhr', 'fetch', 'other']);
/** Names of headers that contain credentials. Sites choose some of them. */
const CREDENTIALS = /auth|token|session|secret|password|cookie|csrf|xsrf|api-?key|key$|signature/i;
/** Stands for the value of a header that is not kept. */
export const CONCEALED = '[redacted]';

interface NetworkTrace {
  readonly file: TraceFile;
  readonly secrets: Pick<RunSecrets, 'redactBytes'>;
  readonly pageId: string;
  /** Adds work that must end before the trace does. */
  readonly track: (work: Promise<unknown>) => void;
}

/** Adds the requests of a page to the trace when they have ended. */
export function traceNetwork(listeners: PageListeners, trace: NetworkTrace): void {
  const started = new WeakMap<HTTPRequest, { readonly time: number; readonly date: Date }>();
  const end = (request: HTTPRequest) => {
    const start = started.get(request);
    if (start && /^https?:/i.test(request.url())) trace.track(addEntry(request, start, trace));
  };
  listeners.on('request', (request) => {
    started.set(request, { time: performance.now(), date: new Date() });
  });
  listeners.on('requestfinished', end);
  listeners.on('requestfailed', end);
}

async function addEntry(
  request: HTTPRequest,
  start: { readonly time: number; readonly date: Date },
  trace: NetworkTrace,
): Promise<void> {
  const endTime = performance.now();
  const response = request.response();
  const body = await readBody(request, trace);
  const file = body && trace.file.addFile('resources', trace.secrets.redactBytes(body));
  const frame = request.frame();
  const headers = response?.headers() ?? {};
  const milliseconds = endTime - start.time;
  trace.file.addNetwork({
    pageref: trace.pageId,
    ...(frame ? { _frameref: `frame@${frameId(frame)}` } : {}),
    _monotonicTime: start.time,
    _resourceType: request.resourceType(),
    startedDateTime: start.date.toISOString(),
    time: milliseconds,
    request: describeRequest(request, trace),
    response: {
      status: response?.status() ?? -1,
      statusText: response?.statusText() ?? request.failure()?.errorText ?? '',
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
      ...(response ? {} : { _failureText: request.failure()?.errorText ?? '' }),
    },
    cache: {},
    timings: { send: 0, wait: milliseconds, receive: 0 },
  });
}

function describeRequest(request: HTTPRequest, { file }: NetworkTrace): object {
  const url = URL.parse(request.url());
  const data = file.keepsBodies ? request.postData() : undefined;
  return {
    method: request.method(),
    url: request.url(),
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

function listHeaders(headers: Readonly<Record<string, string>>): object[] {
  return Object.entries(headers).map(([name, value]) => ({
    name,
    value: CREDENTIALS.test(name) ? CONCEALED : value,
  }));
}

/** Undefined if the trace does not keep it, or the browser no longer has it. */
async function readBody(
  request: HTTPRequest,
  { file }: NetworkTrace,
): Promise<Uint8Array | undefined> {
  const response = request.response();
  const type = request.resourceType();
  const isWanted = drawn.has(type) || (file.keepsBodies && replayed.has(type));
  const isEmpty = !response || [204, 304].includes(response.status());
  if (!isWanted || isEmpty) return undefined;
  if (Number(response.headers()['content-length'] ?? 0) > LARGEST_BODY) return undefined;
  const [read] = await Promise.allSettled([response.buffer()]);
  const isKept = read.status === 'fulfilled' && read.value.byteLength <= LARGEST_BODY;
  return isKept ? read.value : undefined;
}
