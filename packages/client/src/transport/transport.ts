import { ErrandConnectionError, ErrandProtocolError } from '../errors.ts';
import { openLimit } from './open-limit.ts';
import { pause } from './pause.ts';
import { isTemporaryStatus } from './read-error.ts';
import { delayBeforeRetry, readRetryAfter } from './retry-delay.ts';

export interface TransportOptions {
  readonly fetch: typeof globalThis.fetch;
  readonly maxRetries: number;
  /** Time limit for one try, from the request to the end of the response. */
  readonly requestTimeoutMs: number;
}

/**
 * Reads a whole response within the time. Repeats requests that may be repeated. Throws
 * ErrandProtocolError for a success that is not JSON, such as the sign-in page of a proxy.
 */
export type SendRequest = (request: Request) => Promise<Response>;

const NO_BODY: ReadonlySet<number> = new Set([204, 205, 304]);
/** Enough for the spaces before a JSON document. */
const START_BYTES = 64;

export function createTransport({
  fetch,
  maxRetries,
  requestTimeoutMs,
}: TransportOptions): SendRequest {
  const tryOnce = async (request: Request): Promise<Response> => {
    const limit = openLimit(request.signal, requestTimeoutMs);
    try {
      const response = await fetch(request, { signal: limit.signal });
      const { status, statusText, headers } = response;
      const body = await response.arrayBuffer();
      if (NO_BODY.has(status)) return new Response(null, { status, statusText, headers });
      if (response.ok && isOther(body, request.url, headers)) {
        throw otherContent(request.url, headers);
      }
      return new Response(body, { status, statusText, headers });
    } catch (error) {
      if (error instanceof ErrandProtocolError) throw error;
      request.signal.throwIfAborted();
      throw connectionError(request.url, limit.isOver() ? limit.signal.reason : error);
    } finally {
      limit.stop();
    }
  };
  return async (request) => {
    const triesLeft = isRepeatable(request) ? maxRetries : 0;
    for (let tries = 0; ; tries += 1) {
      const isLast = tries >= triesLeft;
      const outcome = await tryOnce(isLast ? request : request.clone()).catch((error: unknown) => {
        if (isLast || !(error instanceof ErrandConnectionError)) throw error;
        return undefined;
      });
      if (outcome && (isLast || !isTemporaryStatus(outcome.status))) return outcome;
      const asked = outcome && readRetryAfter(outcome.headers.get('retry-after'));
      const delay = delayBeforeRetry(tries, asked);
      if (outcome && delay === undefined) return outcome;
      await pause(delay ?? 0, request.signal);
    }
  };
}

/** An error that names the server and the reason, but not the path with its IDs and signatures. */
export function connectionError(url: string, reason: unknown): ErrandConnectionError {
  const { origin } = new URL(url);
  return new ErrandConnectionError(`${origin} sent no complete response: ${explain(reason)}`, {
    cause: reason,
  });
}

/** Returns whether a success is not JSON, which begins with `{` in this API. */
function isOther(body: ArrayBuffer, url: string, headers: Headers): boolean {
  // Files and events are not JSON.
  if (!new URL(url).pathname.includes('/api/v1/')) return false;
  if (headers.get('content-type')?.startsWith('text/event-stream')) return false;
  const start = new TextDecoder().decode(body.slice(0, START_BYTES));
  return !start.trimStart().startsWith('{');
}

function otherContent(url: string, headers: Headers): ErrandProtocolError {
  const type = headers.get('content-type') ?? 'nothing';
  return new ErrandProtocolError(`${new URL(url).origin} responded with ${type} instead of JSON.`);
}

function explain(reason: unknown): string {
  if (!(reason instanceof Error)) return String(reason);
  // In Node, the message is "fetch failed" and the cause contains the reason.
  return reason.cause instanceof Error && reason.cause.message !== ''
    ? `${reason.message}: ${reason.cause.message}`
    : reason.message;
}

/** Reading, and submitting under one idempotency key, can be repeated without further effects. */
function isRepeatable({ method, headers, url }: Request): boolean {
  if (method === 'GET' || method === 'HEAD' || headers.has('idempotency-key')) return true;
  return method === 'POST' && new URL(url).pathname.endsWith('/api/v1/task_status');
}
