import type { Request } from 'express';
import { isLoopbackOrigin } from './allow-origins.ts';

/** Browsers accept the prefix only with Secure and Path=/, from this host itself. */
const SECURE_NAME = '__Host-errand_session';
const PLAIN_NAME = 'errand_session';
/** Lets pages see that the browser has a session, without letting them read its token. */
const MARK_NAME = 'errand_signed_in';

/** Name and format of the session cookie for the address of this installation. */
export interface SessionCookie {
  /**
   * False at an address that is neither https nor on this machine, where a cookie could be
   * intercepted.
   */
  readonly isAvailable: boolean;
  /** Values of Set-Cookie: the token, and the mark for scripts. */
  readonly write: (token: string, maxAgeSeconds: number) => string[];
  /** Values of Set-Cookie that delete both cookies. */
  readonly clear: () => string[];
  /** The token that a request carries; undefined without the cookie. */
  readonly read: (request: Pick<Request, 'headers'>) => string | undefined;
  /**
   * Whether a request may use the cookie: if a page of this origin sent the request, or if no page
   * sent it and it only reads.
   */
  readonly isOwn: (request: Pick<Request, 'headers' | 'method'>) => boolean;
}

export function createSessionCookie(publicUrl: string): SessionCookie {
  const { protocol, origin: ownOrigin } = new URL(publicUrl);
  const isSecure = protocol === 'https:';
  const name = isSecure ? SECURE_NAME : PLAIN_NAME;
  const secure = isSecure ? '; Secure' : '';
  const write = (token: string, maxAgeSeconds: number): string[] => {
    const kept = `Max-Age=${maxAgeSeconds}; Path=/`;
    return [
      `${name}=${token}; ${kept}; HttpOnly; SameSite=Strict${secure}`,
      `${MARK_NAME}=${token && 'yes'}; ${kept}; SameSite=Strict${secure}`,
    ];
  };
  return {
    isAvailable: isSecure || isLoopbackOrigin(ownOrigin),
    write,
    clear: () => write('', 0),
    read: ({ headers }) => findCookie(headers.cookie, name),
    isOwn: (request) => isSameOrigin(request, ownOrigin),
  };
}

/** The session token under any of its names, to distinguish credentials. */
export function readAnySessionCookie({ headers }: Pick<Request, 'headers'>): string | undefined {
  return findCookie(headers.cookie, SECURE_NAME) ?? findCookie(headers.cookie, PLAIN_NAME);
}

function findCookie(header: string | undefined, name: string): string | undefined {
  const pairs = header?.split(';').map((pair) => pair.trim()) ?? [];
  const value = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
  return value === '' ? undefined : value;
}

/**
 * Browsers say where a request comes from. Sec-Fetch-Site is missing in old browsers and on http
 * outside this machine; every browser sends Origin with requests that change something.
 */
function isSameOrigin(
  { headers, method }: Pick<Request, 'headers' | 'method'>,
  ownOrigin: string,
): boolean {
  const { origin, host, 'sec-fetch-site': site } = headers;
  const isReading = ['GET', 'HEAD', 'OPTIONS'].includes(method);
  if (site !== undefined) return site === 'same-origin' || (isReading && site === 'none');
  if (origin === undefined) return isReading;
  return origin === ownOrigin || (URL.canParse(origin) && new URL(origin).host === host);
}
