import { once } from 'node:events';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Readable } from 'node:stream';
import type { Headers } from './check-headers.ts';
import { EgressTooLargeError } from './egress-errors.ts';
import { pinnedLookup, type ResolvedAddress } from './resolve-host.ts';

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One request to one checked host. */
export interface Outgoing {
  readonly url: URL;
  readonly method: Method;
  readonly headers: Headers;
  readonly body: string | Uint8Array | undefined;
}

/** A response whose body is still unread. Destroy the stream, or read it to its end. */
export interface OpenAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly stream: Readable;
}

export type Exchange = (
  outgoing: Outgoing,
  addresses: readonly [ResolvedAddress, ...ResolvedAddress[]],
  signal: AbortSignal,
) => Promise<OpenAnswer>;

/**
 * Sends single requests, each on its own connection, because reused connections were not checked.
 * The library is large, so only the first request loads it.
 */
export function createExchange(): Exchange {
  const agent = {
    http: new HttpAgent({ keepAlive: false }),
    https: new HttpsAgent({ keepAlive: false }),
  };
  return async ({ url, method, headers, body }, addresses, signal) => {
    const { default: got } = await import('got');
    const isBodyUsual = method !== 'GET' && method !== 'HEAD';
    const stream = got.stream(url, {
      method,
      headers: { 'user-agent': 'errand', ...headers },
      // With either option but no body, the stream would wait for one to be written.
      ...(body === undefined && !isBodyUsual ? {} : { body: body ?? '', allowGetBody: true }),
      agent,
      dnsLookup: pinnedLookup(addresses),
      followRedirect: false,
      throwHttpErrors: false,
      retry: { limit: 0 },
      signal,
    });
    // Readers of the stream receive its errors; later errors do not matter.
    stream.on('error', () => undefined);
    const [response] = await once(stream, 'response', { signal });
    return { status: response.statusCode, headers: joinValues(response.headers), stream };
  };
}

interface BodyLimits {
  readonly maxBytes: number;
  readonly overflow: 'fail' | 'cut';
  readonly bodyPatienceMs?: number | undefined;
}

interface ReadBody {
  readonly body: Uint8Array;
  readonly isCut: boolean;
}

/** Reads at most `maxBytes` of the decompressed body. `cut` keeps these and ends the connection. */
export async function readBody(stream: Readable, limits: BodyLimits): Promise<ReadBody> {
  const { maxBytes, overflow, bodyPatienceMs } = limits;
  const chunks: Buffer[] = [];
  let isPatienceOver = false;
  const patience = setTimeout(() => {
    isPatienceOver = true;
    stream.destroy();
  }, bodyPatienceMs);
  if (bodyPatienceMs === undefined) clearTimeout(patience);
  try {
    if (maxBytes > 0 || overflow === 'fail') await collect(stream, chunks, maxBytes);
  } catch (error) {
    if (bodyPatienceMs === undefined) throw error;
    isPatienceOver = true;
  } finally {
    clearTimeout(patience);
    stream.destroy();
  }
  const body = Buffer.concat(chunks);
  const isTooLong = body.length > maxBytes;
  if (isTooLong && overflow === 'fail') throw new EgressTooLargeError(maxBytes);
  return { body: body.subarray(0, maxBytes), isCut: isTooLong || isPatienceOver };
}

/** Stops after the limit. Data received before an error stays in `chunks`. */
async function collect(stream: Readable, chunks: Buffer[], maxBytes: number): Promise<void> {
  let size = 0;
  for await (const chunk of stream) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > maxBytes) return;
  }
}

function joinValues(headers: Readonly<Record<string, string | string[] | undefined>>): Headers {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  );
}
