import type { Redactor } from '@errand/secrets';
import type { Browser, CDPSession, Protocol } from 'puppeteer';
import { withoutFragment } from '../outside/without-fragment.ts';
import type { RecordedResponse, ReplayArchive } from './replay-archive.ts';
import { CONCEALED, LONGEST_POST_DATA } from './trace-network.ts';

const MOST_MISSED = 100;
/** Bodies are kept decoded and in one piece, so these headers do not apply. */
const TRANSPORT_HEADERS = /^(?:content-(?:encoding|length)|transfer-encoding)$/i;
/** Statuses of responses without a body that pages can see. */
const bodiless: ReadonlySet<number> = new Set([204, 304, 301, 302, 303, 307, 308]);

/** Chromium writes a random boundary between the parts of a form. */
const BOUNDARY = /----WebKitFormBoundary\w{16}/g;

/** A request without a recorded response, or without a response to the same body. */
export interface MissedRequest {
  readonly method: string;
  readonly url: string;
  /**
   * `download_not_kept`: it began a download, whose file no trace has. `body_differs`: it got the
   * response to a request with another body.
   */
  readonly reason: 'not_recorded' | 'body_not_kept' | 'download_not_kept' | 'body_differs';
}

/** The only source of responses for a browser. Nothing may run in it after disposal. */
export interface ServedReplay extends AsyncDisposable {
  /** Marks all responses as unused again, for a run from the start. */
  readonly rewind: () => void;
  /** Returns that a download has no content if the trace holds its response, but not its file. */
  readonly downloadProblem: (url: string) => string | undefined;
  /**
   * Returns the requests that were refused, or got the response to another body, at most 100.
   */
  readonly missed: () => readonly MissedRequest[];
  /** Like `missed`, and forgets them. */
  readonly takeMissed: () => readonly MissedRequest[];
}

/**
 * Serves every HTTP request of a browser, including those of frames, workers, service workers and
 * downloads, from recorded responses. A response to the same method, address and body comes first,
 * then one to the same method and address; equal ones follow in order, and the last one repeats.
 * WebSockets are not covered: close the network of the browser as well.
 */
export async function serveReplay(
  browser: Browser,
  archive: ReplayArchive,
  redact: Redactor,
): Promise<ServedReplay> {
  const used = new Set<RecordedResponse>();
  const emptyDownloads = new Set<string>();
  let missed: MissedRequest[] = [];
  const session = await browser.target().createCDPSession();
  const note = (request: MissedRequest) => {
    // A page may send such a request again and again.
    const isNoted = request.reason === 'body_differs' && missed.some(isEqualTo(request));
    if (!isNoted && missed.length < MOST_MISSED) missed.push(request);
  };
  const choose = ({ request, resourceType }: Protocol.Fetch.RequestPausedEvent) => {
    const method = request.method;
    const url = redact(withoutFragment(request.url));
    const wanted = { method, url, postData: bodyOf(request, redact) };
    const found = findResponse(archive, used, wanted);
    if (found) used.add(found);
    const reason = whyMissing(found, wanted);
    if (reason && !isIcon(request, resourceType)) note({ method, url, reason });
    // The page then does what it does when a download begins.
    if (reason === 'download_not_kept') emptyDownloads.add(withoutFragment(request.url));
    return reason === 'body_not_kept' ? undefined : found;
  };
  session.on('Fetch.requestPaused', (event) => void answer(session, event, choose(event)));
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] });
  return {
    rewind: () => used.clear(),
    downloadProblem: (url) =>
      emptyDownloads.has(withoutFragment(url))
        ? `The trace contains no download of ${redact(withoutFragment(url))}.`
        : undefined,
    missed: () => missed,
    takeMissed() {
      const taken = missed;
      missed = [];
      return taken;
    },
    async [Symbol.asyncDispose]() {
      // The browser may be gone.
      await Promise.allSettled([session.detach()]);
    },
  };
}

/** The browser requests icons itself, and not in every run. No page notices. */
function isIcon({ headers }: Protocol.Network.Request, type: string): boolean {
  return type === 'Other' && headers['Accept']?.startsWith('image/') === true;
}

type Wanted = Pick<RecordedResponse, 'method' | 'url' | 'postData'>;

function whyMissing(
  found: RecordedResponse | undefined,
  wanted: Wanted,
): MissedRequest['reason'] | undefined {
  if (!found) return 'not_recorded';
  if (found.body || bodiless.has(found.status) || found.status === -1) {
    return isMisleading(found, wanted) ? 'body_differs' : undefined;
  }
  return isDownload(found) ? 'download_not_kept' : 'body_not_kept';
}

/** The trace does not have every body. An empty response is the same for all of them. */
function isMisleading(found: RecordedResponse, wanted: Wanted): boolean {
  if (found.status === 204 || found.body?.byteLength === 0) return false;
  return found.postData !== undefined && wanted.postData !== undefined && !hasBodyOf(found, wanted);
}

function hasBodyOf(left: Wanted, right: Wanted): boolean {
  return withoutBoundaries(left) === withoutBoundaries(right);
}

function withoutBoundaries({ postData }: Wanted): string | undefined {
  return postData?.replaceAll(BOUNDARY, '');
}

function isEqualTo(request: MissedRequest): (other: MissedRequest) => boolean {
  const { method, url, reason } = request;
  return (other) => other.method === method && other.url === url && other.reason === reason;
}

function isDownload({ headers }: RecordedResponse): boolean {
  return headers.some(
    ({ name, value }) =>
      name.toLowerCase() === 'content-disposition' && /^\s*attachment\b/i.test(value),
  );
}

function bodyOf(request: Protocol.Network.Request, redact: Redactor): string | undefined {
  const parts = request.postDataEntries?.map(({ bytes = '' }) => Buffer.from(bytes, 'base64'));
  const text = request.postData ?? (parts && Buffer.concat(parts).toString());
  return text === undefined ? undefined : redact(text.slice(0, LONGEST_POST_DATA));
}

function findResponse(
  archive: ReplayArchive,
  used: ReadonlySet<RecordedResponse>,
  wanted: Wanted,
): RecordedResponse | undefined {
  const there = archive.filter(({ method, url }) => method === wanted.method && url === wanted.url);
  const same = there.filter((response) => hasBodyOf(response, wanted));
  const candidates = same.length > 0 ? same : there;
  return candidates.find((response) => !used.has(response)) ?? candidates.at(-1);
}

/** The request may be gone by now: its page was closed, or has navigated. */
async function answer(
  session: CDPSession,
  { requestId }: Protocol.Fetch.RequestPausedEvent,
  response: RecordedResponse | undefined,
): Promise<void> {
  const sent =
    response && response.status > 0
      ? session.send('Fetch.fulfillRequest', {
          requestId,
          responseCode: response.status,
          responseHeaders: headersOf(response),
          body: Buffer.from(response.body ?? []).toString('base64'),
        })
      : session.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' });
  await Promise.allSettled([sent]);
}

/** A repeated header is one entry with several lines. */
function headersOf({ headers }: RecordedResponse): Protocol.Fetch.HeaderEntry[] {
  return headers
    .filter(({ name, value }) => !TRANSPORT_HEADERS.test(name) && value !== CONCEALED)
    .flatMap(({ name, value }) => value.split('\n').map((line) => ({ name, value: line })));
}
