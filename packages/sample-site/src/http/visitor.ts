import type { Request, RequestHandler, Response } from 'express';
import { renderPage, type Page, type Visitor } from '../html/layout.ts';
import type { Site } from '../site.ts';
import type { Session } from '../state/session-store.ts';
import { BANNER_COOKIE, readCookie, SESSION_COOKIE } from './cookies.ts';

/** Identifies the visitor from the cookies, once per request. */
export function identifyVisitor(site: Site): RequestHandler {
  return (request, response, next) => {
    const session = sessionOf(site, request);
    const isBannerOff = request.query['banner'] === 'off';
    if (isBannerOff) response.cookie(BANNER_COOKIE, 'necessary', { sameSite: 'lax' });
    const visitor: Visitor = {
      account: session?.state === 'active' ? session.account : undefined,
      isBannerVisible: !isBannerOff && readCookie(request, BANNER_COOKIE) === undefined,
    };
    response.locals['visitor'] = visitor;
    next();
  };
}

export function sessionOf(site: Site, request: Request): Session | undefined {
  const id = readCookie(request, SESSION_COOKIE);
  return id === undefined ? undefined : site.sessions.find(id);
}

/**
 * Redirects visitors who are not signed in to the login page, or responds with 401 under the API.
 */
export function requireLogin(site: Site): RequestHandler {
  return (request, response, next) => {
    if (visitorOf(response).account !== undefined) {
      next();
      return;
    }
    if (request.originalUrl.startsWith('/api/')) {
      response.status(401).json({ error: 'Sign in first.' });
      return;
    }
    const isReplaced = sessionOf(site, request)?.state === 'replaced';
    const query = new URLSearchParams({
      next: request.originalUrl,
      ...(isReplaced ? { reason: 'replaced' } : {}),
    });
    response.redirect(`/login?${query.toString()}`);
  };
}

export function visitorOf(response: Response): Visitor {
  const visitor: Visitor = response.locals['visitor'];
  return visitor;
}

export function sendPage(response: Response, page: Page): void {
  response.type('html').send(renderPage(page, visitorOf(response)));
}
