import { defineRoute } from '../http/define-route.ts';
import type { CookieSessionStore } from './cookie-session-store.ts';
import { writeCookieSession } from './write-cookie-session.ts';

/** The only response that contains the token, in its cookie. */
export const createCookieSession = defineRoute(
  'createCookieSession',
  async ({ cookieSessions }: { readonly cookieSessions: CookieSessionStore }, { apiKeyId }) => {
    const { session, setCookie } = await cookieSessions.create(apiKeyId);
    const body = { success: true as const, session: writeCookieSession(session) };
    return { status: 201, headers: { 'set-cookie': setCookie }, body };
  },
);
