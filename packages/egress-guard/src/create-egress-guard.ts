import { abortable, openDeadline } from '@errand/foundation';
import { readAllowedHosts } from './allowed-hosts.ts';
import { checkHeaders, harmlessOf, type Headers } from './check-headers.ts';
import { checkUrl } from './check-url.ts';
import { EgressError, EgressFailedError, EgressTimeoutError } from './egress-errors.ts';
import { createExchange, type Exchange, type Method, type Outgoing, readBody } from './exchange.ts';
import {
  type AddressPolicy,
  type Narrow,
  type Resolve,
  type ResolvedAddresses,
  resolveBySystem,
  resolveHost,
} from './resolve-host.ts';

const DEFAULT_TIMEOUT_MS = 30_000;
const DEFAULT_MAX_BYTES = 10 * 1024 * 1024;
const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

export interface EgressSettings {
  /**
   * Allows requests to loopback and private networks too; link-local, metadata and reserved
   * addresses stay blocked.
   */
  readonly allowPrivateAddresses: boolean;
  /** False also blocks public addresses: only `allowedHosts` can be reached. Default true. */
  readonly allowPublicAddresses?: boolean;
  /** Host names, addresses and ranges (`10.1.0.0/16`) that are always allowed. Default: none. */
  readonly allowedHosts?: readonly string[];
  /** Default: the system's resolver. */
  readonly resolve?: Resolve;
  /** Further rules for allowed addresses, `allowedHosts` included. Default: none. */
  readonly narrow?: Narrow;
}

export interface EgressRequest {
  /** Default GET. */
  readonly method?: Method;
  readonly headers?: Headers;
  readonly body?: string | Uint8Array | undefined;
  /** Deadline from the name lookup to the last byte, including redirects. Default 30000. */
  readonly timeoutMs?: number;
  /** Maximum size of the decompressed response body in bytes. Default 10 MiB. */
  readonly maxBytes?: number;
  /** Whether a longer body throws `EgressTooLargeError` or is truncated. Default `fail`. */
  readonly overflow?: 'fail' | 'cut';
  /**
   * Time to wait for the body after the headers, for callers that mainly need the status. Whatever
   * arrives within it, or before the connection breaks, is the body. Default: none; an incomplete
   * body is then an error.
   */
  readonly bodyPatienceMs?: number;
  /** Each redirect is checked like the first URL. Default 0: a redirect is an ordinary response. */
  readonly maxRedirects?: number;
  readonly signal?: AbortSignal;
}

export interface EgressResponse {
  readonly status: number;
  /** Lower-case names; multiple values of one name are joined by commas. */
  readonly headers: Headers;
  readonly body: Uint8Array;
  readonly isCut: boolean;
  /** Final URL after redirects. */
  readonly url: string;
}

/** Makes HTTP requests for users without giving them access to internal hosts. */
export interface EgressGuard {
  /**
   * HTTP error statuses are ordinary responses. Throws an `EgressError`, or the signal's reason.
   */
  readonly request: (url: string, request?: EgressRequest) => Promise<EgressResponse>;
  /**
   * Returns the addresses of a host to which a connection is allowed, for other protocols. Connect
   * to one of them rather than to the name, which may resolve differently a moment later. Throws an
   * `EgressError`, or the signal's reason.
   */
  readonly resolve: (hostname: string, signal?: AbortSignal) => Promise<ResolvedAddresses>;
}

interface Limits {
  readonly signal: AbortSignal;
  readonly maxBytes: number;
  readonly overflow: 'fail' | 'cut';
  readonly bodyPatienceMs: number | undefined;
  readonly maxRedirects: number;
}

export function createEgressGuard(settings: EgressSettings): EgressGuard {
  const { allowPrivateAddresses, allowPublicAddresses = true } = settings;
  const { allowedHosts = [], resolve = resolveBySystem } = settings;
  const policy: AddressPolicy = {
    resolve,
    openClasses: new Set([
      ...(allowPublicAddresses ? (['public'] as const) : []),
      ...(allowPrivateAddresses ? (['private'] as const) : []),
    ]),
    allowedHosts: readAllowedHosts(allowedHosts),
    narrow: settings.narrow ?? (async (_destination, addresses) => addresses),
  };
  const exchange = createExchange();
  return {
    resolve: (hostname, signal) => resolveInTime(hostname, policy, signal),
    async request(url, request = {}) {
      const { method = 'GET', headers = {}, body, timeoutMs = DEFAULT_TIMEOUT_MS } = request;
      const outgoing = { url: checkUrl(url), method, headers: checkHeaders(headers), body };
      const { maxBytes = DEFAULT_MAX_BYTES, overflow = 'fail', maxRedirects = 0 } = request;
      const { bodyPatienceMs } = request;
      using deadline = openDeadline(request.signal, timeoutMs);
      try {
        const limits = {
          signal: deadline.signal,
          maxBytes,
          overflow,
          bodyPatienceMs,
          maxRedirects,
        };
        return await follow(outgoing, { policy, exchange, limits });
      } catch (error) {
        request.signal?.throwIfAborted();
        if (deadline.isOver) throw new EgressTimeoutError(timeoutMs);
        throw asEgressError(error);
      }
    },
  };
}

async function resolveInTime(
  hostname: string,
  policy: AddressPolicy,
  signal?: AbortSignal,
): Promise<ResolvedAddresses> {
  using deadline = openDeadline(signal, DEFAULT_TIMEOUT_MS);
  return await abortable(resolveHost({ hostname }, policy), deadline.signal);
}

async function follow(
  first: Outgoing,
  { policy, exchange, limits }: { policy: AddressPolicy; exchange: Exchange; limits: Limits },
): Promise<EgressResponse> {
  let outgoing = first;
  for (let followed = 0; ; followed += 1) {
    const { hostname } = outgoing.url;
    const host = { hostname, port: portOf(outgoing.url) };
    const addresses = await abortable(resolveHost(host, policy), limits.signal);
    const { status, headers, stream } = await exchange(outgoing, addresses, limits.signal);
    const location = redirectStatuses.has(status) ? headers['location'] : undefined;
    if (location === undefined || limits.maxRedirects === 0) {
      const read = await readBody(stream, limits);
      return { status, headers, url: outgoing.url.href, ...read };
    }
    stream.destroy();
    if (followed === limits.maxRedirects) {
      throw new EgressFailedError(`it was redirected more than ${limits.maxRedirects} times`);
    }
    outgoing = redirect(outgoing, status, location);
  }
}

function portOf({ port, protocol }: URL): number {
  return Number(port) || (protocol === 'https:' ? 443 : 80);
}

/**
 * Follows a redirect as browsers do: 303 and, after a POST, 301 and 302 become GET without a body.
 */
function redirect(from: Outgoing, status: number, location: string): Outgoing {
  const url = checkUrl(location, from.url);
  const headers = url.origin === from.url.origin ? from.headers : harmlessOf(from.headers);
  const isPostMoved = from.method === 'POST' && (status === 301 || status === 302);
  const turnsToGet = isPostMoved || (status === 303 && from.method !== 'HEAD');
  return turnsToGet ? { url, headers, method: 'GET', body: undefined } : { ...from, url, headers };
}

/**
 * Converts network errors. Only their code is passed on, because their text would reveal the
 * address.
 */
function asEgressError(error: unknown): unknown {
  if (error instanceof EgressError || !Error.isError(error)) return error;
  if (!('code' in error) || typeof error.code !== 'string') return error;
  return new EgressFailedError(error.code, { cause: error });
}
