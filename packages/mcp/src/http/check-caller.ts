import type { IncomingHttpHeaders } from 'node:http';

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);

export interface AllowedCallers {
  readonly allowedHosts: readonly string[];
  readonly allowedOrigins: readonly string[];
}

/**
 * Returns why a request is refused, or undefined. A web page that has rebound its name to this address
 * sends its own name as Host, and every page that may not call sends an Origin.
 */
export function refuseCaller(
  { host = '', origin }: IncomingHttpHeaders,
  { allowedHosts, allowedOrigins }: AllowedCallers,
): string | undefined {
  const name = host.toLowerCase().replace(/:\d*$/, '');
  if (!LOOPBACK.has(name) && ![host, name].some((one) => allowedHosts.includes(one))) {
    return `The host "${host.slice(0, 200)}" is not allowed: add it to MCP_ALLOWED_HOSTS.`;
  }
  if (origin !== undefined && !allowedOrigins.includes(origin)) {
    return `The origin "${origin.slice(0, 200)}" is not allowed: add it to MCP_ALLOWED_ORIGINS.`;
  }
  return undefined;
}

/** Returns the caller's API key, from the headers that the API accepts or as a bearer token. */
export function readApiKey(headers: IncomingHttpHeaders): string | undefined {
  const key = headers['x-api-key'];
  if (typeof key === 'string' && key !== '') return key;
  return /^(?:x-api-key|bearer) +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
}
