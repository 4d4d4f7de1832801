const ANY_SUBDOMAIN = '*.';
const MOST_CHARACTERS = 2_048;

/**
 * The origin of a grant as it is stored, in the form that browsers use; undefined for a text that is none. `https://*.acme.example`
 * covers every host below acme.example, and not acme.example.
 */
export function readGrantedOrigin(text: string): string | undefined {
  if (text.length > MOST_CHARACTERS || !/^https?:\/\/[^\s/\\?#@]+\/?$/i.test(text))
    return undefined;
  const url = URL.parse(text);
  if (!url || url.origin === 'null') return undefined;
  const host = url.hostname.startsWith(ANY_SUBDOMAIN) ? url.hostname.slice(2) : url.hostname;
  // Below a top-level domain or an address there is nothing that one owner holds.
  const isWildcard = host !== url.hostname;
  if (host.includes('*') || (isWildcard && !/^[^.]+(\.[^.]+)*\.[a-z][^.]*$/.test(host))) {
    return undefined;
  }
  return url.origin;
}

/** Whether a granted origin covers the origin of a document, which has to be as a browser writes it. */
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

/** Undefined for what no browser writes: a path, a user, a usual port, capitals, or an opaque origin (`null`). */
export function parseOrigin(text: string): URL | undefined {
  const url = URL.parse(text);
  return url && url.origin === text ? url : undefined;
}
