import type { Request } from 'express';
import type { Authenticate } from '../http/authenticate.ts';
import { CrossOriginRequestError, UnauthorizedError } from '../http/http-errors.ts';
import { findOperation } from '../http/request-state.ts';
import type { CookieSessionStore } from './cookie-session-store.ts';

/**
 * Accepts a session cookie from pages of this server, for operations whose document allows it. A
 * request with an API key, even an invalid one, must satisfy `authenticate`.
 */
export function acceptCookies(
  authenticate: Authenticate,
  sessions: Pick<CookieSessionStore, 'cookie' | 'findOwner'>,
): Authenticate {
  return async (request) => {
    const { 'x-api-key': key, authorization } = request.headers;
    const hasKey = key !== undefined || authorization !== undefined;
    const token = hasKey || !isForCookies(request) ? undefined : sessions.cookie.read(request);
    if (token === undefined) return authenticate(request);
    // Checked first, so that pages of other origins cannot learn whether somebody is signed in.
    if (!sessions.cookie.isOwn(request)) throw new CrossOriginRequestError();
    const owner = await sessions.findOwner(token);
    if (owner) return owner;
    throw new UnauthorizedError(
      'The session has ended: it expired, was signed out, or its API key is no longer valid. Sign in with POST /api/v1/session.',
    );
  };
}

function isForCookies(request: Request): boolean {
  const security = findOperation(request)?.security;
  return security === undefined || security.some((scheme) => 'cookieAuth' in scheme);
}
