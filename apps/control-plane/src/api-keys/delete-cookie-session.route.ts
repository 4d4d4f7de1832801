import { defineRoute } from '../http/define-route.ts';
import type { CookieSessionStore } from './cookie-session-store.ts';

export const deleteCookieSession = defineRoute(
  'deleteCookieSession',
  async (
    { cookieSessions }: { readonly cookieSessions: CookieSessionStore },
    { cookieSessionId },
  ) => {
    await cookieSessions.end(cookieSessionId);
    return {
      status: 200,
      headers: { 'set-cookie': cookieSessions.cookie.clear() },
      body: { success: true, message: 'The session has ended.' },
    };
  },
);
