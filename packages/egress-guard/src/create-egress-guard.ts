import { abortable, openDeadline } from '@errand/foundation';
import { readAllowedHosts } from './allowed-hosts.ts';
import { checkHeaders, harmlessOf, type Headers } from './check-headers.ts';
import { checkUrl } from './check-url.ts';
import { EgressError, EgressFailedError, EgressTimeoutError } from './egress-errors.ts';
import { createExchange, type Exchange, type Method, type Outgoing, readBody } from './exchange.ts';
import {
  type AddressPolicy,
  type Resolve,
  type ResolvedAddresses,
  resolveBySystem,
  resolveHost,
} from './resolve-host.ts';

const defaultTimeoutMs = 30_000;
const defaultMaxBytes = 10 * 1024 * 1024;
const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

export interface EgressSettings {
  /** Lets requests reach loopback and private networks too; link-local, metadata and reserved addresses stay closed. */
  readonly allowPrivateAddresses: boolean;
  /** False closes public addresses, too: `allowedHosts` is all that is open. Default true. */
  readonly allowPublicAddresses?: boolean;
  /** Host names, addresses and ranges (`10.1.0.0/16`) that are open whatever they are. Default: none. */
  readonly allowedHosts?: readonly string[];
  /** Default: the system's resolver. */
  readonly resolve?: Resolve;
}

export interface EgressRequest {
  /** Default GET. */
  readonly method?: Method;
  readonly headers?: Headers;
  readonly body?: string | Uint8Array | undefined;
  /** For everything from the look-up of the name to the last byte, redirects included. Default 30000. */
  readonly timeoutMs?: number;
  /** Most bytes of the answer's body, decompressed. Default 10 MiB. */
  readonly maxBytes?: number;
  /** A longer body throws `EgressTooLargeError`, or is cut off. Default `fail`. */
  readonly overflow?: 'fail' | 'cut';
  /**
   * For the body once the head is there, when the status is what counts: what has arrived by then, or until the
   * connection broke, is the body. Default none: a body that does not arrive whole is no answer.
   */
  readonly bodyPatienceMs?: number;
  /** Each is checked like the first address. Default 0: a redirect is an answer like any other. */
  readonly maxRedirects?: number;
  readonly signal?: AbortSignal;
}

export interface EgressResponse {
  readonly status: number;
  /** Names in lower case; several values of one name are joined by a comma. */
  readonly headers: Headers;
  readonly body: Uint8Array;
  readonly isCut: boolean;
  /** Where the answer came from, after redirects. */
  readonly url: string;
}

/** Makes HTTP requests for users without letting them reach what only this machine can. */
export interface EgressGuard {
  /** An HTTP error status is an answer. Throws an `EgressError`, or the signal's reason. */
  readonly request: (url: string, request?: EgressRequest) => Promise<EgressResponse>;
  /**
   * For other protocols: the addresses of a host that a connection may be made to. Connect to one of them and not to the
   * name, which may lead elsewhere a moment later. Throws an `EgressError`, or the signal's reason.
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
  };
  const exchange = createExchange();
  return {
    resolve: (hostname, signal) => resolveInTime(hostname, policy, signal),
    async request(url, request = {}) {
      const { method = 'GET', headers = {}, body, timeoutMs = defaultTimeoutMs } = request;
      const outgoing = { url: checkUrl(url), method, headers: checkHeaders(headers), body };
      const { maxBytes = defaultMaxBytes, overflow = 'fail', maxRedirects = 0 } = request;
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
  using deadline = openDeadline(signal, defaultTimeoutMs);
  return await abortable(resolveHost({ hostname }, policy), deadline.signal);
}

async function follow(
  first: Outgoing,
  { policy, exchange, limits }: { policy: AddressPolicy; exchange: Exchange; limits: Limits },
): Promise<EgressResponse> {
  let outgoing = first;
  for (let followed = 0; ; followed += 1) {
    const addresses = await abortable(resolveHost(outgoing.url, policy), limits.signal);
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

/** As browsers do: 303 and, after a POST, 301 and 302 go on as GET without a body. */
function redirect(from: Outgoing, status: number, location: string): Outgoing {
  const url = checkUrl(location, from.url);
  const headers = url.origin === from.url.origin ? from.headers : harmlessOf(from.headers);
  const isPostMoved = from.method === 'POST' && (status === 301 || status === 302);
  const turnsToGet = isPostMoved || (status === 303 && from.method !== 'HEAD');
  return turnsToGet ? { url, headers, method: 'GET', body: undefined } : { ...from, url, headers };
}

/** Errors of the network have a code; its text would tell the address, so only the code is passed on. */
function asEgressError(error: unknown): unknown {
  if (error instanceof EgressError || !Error.isError(error)) return error;
  if (!('code' in error) || typeof error.code !== 'string') return error;
  return new EgressFailedError(error.code, { cause: error });
}
