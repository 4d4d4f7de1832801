import { once } from 'node:events';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Readable } from 'node:stream';
import got from 'got';
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

/** An answer whose body has not been read yet. Destroy the stream, or read it to its end. */
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

/** Sends single requests, each on a connection of its own: one that others have opened was not checked. */
export function createExchange(): Exchange {
  const agent = {
    http: new HttpAgent({ keepAlive: false }),
    https: new HttpsAgent({ keepAlive: false }),
  };
  return async ({ url, method, headers, body }, addresses, signal) => {
    const isBodyUsual = method !== 'GET' && method !== 'HEAD';
    const stream = got.stream(url, {
      method,
      headers: { 'user-agent': 'errand', ...headers },
      // With either of the two but without a body the stream would wait for one to be written to it.
      ...(body === undefined && !isBodyUsual ? {} : { body: body ?? '', allowGetBody: true }),
      agent,
      dnsLookup: pinnedLookup(addresses),
      followRedirect: false,
      throwHttpErrors: false,
      retry: { limit: 0 },
      signal,
    });
    // Whoever waits for the stream gets its error; one that comes after that is of no interest.
    stream.on('error', () => undefined);
    const [response] = await once(stream, 'response', { signal });
    return { status: response.statusCode, headers: joinValues(response.headers), stream };
  };
}

/** Reads at most `maxBytes` of what arrives, decompressed. `cut` keeps those and ends the connection. */
export async function readBody(
  stream: Readable,
  { maxBytes, overflow }: { readonly maxBytes: number; readonly overflow: 'fail' | 'cut' },
): Promise<{ readonly body: Uint8Array; readonly isCut: boolean }> {
  const chunks: Buffer[] = [];
  let size = 0;
  if (maxBytes > 0 || overflow === 'fail') {
    for await (const chunk of stream) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > maxBytes) break;
    }
  }
  stream.destroy();
  if (size > maxBytes && overflow === 'fail') throw new EgressTooLargeError(maxBytes);
  return { body: Buffer.concat(chunks).subarray(0, maxBytes), isCut: size > maxBytes };
}

function joinValues(headers: Readonly<Record<string, string | string[] | undefined>>): Headers {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  );
}
