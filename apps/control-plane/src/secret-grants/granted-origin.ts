const ANY_SUBDOMAIN = '*.';
const MOST_CHARACTERS = 2_048;

/**
 * Normalises the origin of a grant to the form that browsers use; undefined for an invalid one.
 * `https://*.acme.example` covers every host below acme.example, but not acme.example itself.
 */
export function readGrantedOrigin(text: string): string | undefined {
  if (text.length > MOST_CHARACTERS || !/^https?:\/\/[^\s/\\?#@]+\/?$/i.test(text))
    return undefined;
  const url = URL.parse(text);
  if (!url || url.origin === 'null') return undefined;
  const host = url.hostname.startsWith(ANY_SUBDOMAIN) ? url.hostname.slice(2) : url.hostname;
  // Hosts below a top-level domain or an IP address do not belong to a single owner.
  const isWildcard = host !== url.hostname;
  if (host.includes('*') || (isWildcard && !/^[^.]+(\.[^.]+)*\.[a-z][^.]*$/.test(host))) {
    return undefined;
  }
  return url.origin;
}

/**
 * Whether a granted origin covers the origin of a document, which must be in the form that browsers
 * use.
 */
export function coversOrigin(granted: string, origin: string): boolean {
  if (granted === origin) return true;
  const [scheme = '', authority = ''] = granted.split('://');
  if (!authority.startsWith(ANY_SUBDOMAIN)) return false;
  const parsed = parseOrigin(origin);
  if (!parsed) return false;
  const suffix = authority.slice(1);
  return (
    parsed.protocol === `${scheme}:` &&
    parsed.host.endsWith(suffix) &&
    parsed.host.length > suffix.length
  );
}

/**
 * Undefined for text that no browser writes as an origin: with a path, a user, a default port or
 * capitals, or opaque (`null`).
 */
export function parseOrigin(text: string): URL | undefined {
  const url = URL.parse(text);
  return url && url.origin === text ? url : undefined;
}
