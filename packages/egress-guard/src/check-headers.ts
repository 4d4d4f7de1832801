import { validateHeaderName, validateHeaderValue } from 'node:http';
import { EgressBlockedError } from './egress-errors.ts';

export type Headers = Readonly<Record<string, string>>;

/** Headers that frame the request or select another host behind the checked one. */
const connectionHeaders: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/**
 * Headers that a redirect to another origin may keep; the others may be intended for the first
 * origin only.
 */
const harmlessHeaders: ReadonlySet<string> = new Set([
  'accept',
  'accept-language',
  'content-type',
  'user-agent',
]);

/** Rejects headers that callers must not set. */
export function checkHeaders(headers: Headers): Headers {
  for (const [name, value] of Object.entries(headers)) {
    if (connectionHeaders.has(name.toLowerCase()) || !isValidHeader(name, value)) {
      throw new EgressBlockedError('header');
    }
  }
  return headers;
}

export function harmlessOf(headers: Headers): Headers {
  const kept = Object.entries(headers).filter(([name]) => harmlessHeaders.has(name.toLowerCase()));
  return Object.fromEntries(kept);
}

function isValidHeader(name: string, value: string): boolean {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return true;
  } catch (error) {
    if (Error.isError(error) && 'code' in error) return false;
    throw error;
  }
}
