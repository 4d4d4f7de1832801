import { defineRoute } from '../http/define-route.ts';
import type { CookieSessionStore } from './cookie-session-store.ts';
import { writeCookieSession } from './write-cookie-session.ts';

export const getCookieSession = defineRoute(
  'getCookieSession',
  async (
    { cookieSessions }: { readonly cookieSessions: CookieSessionStore },
    { cookieSessionId },
  ) => {
    const session = await cookieSessions.get(cookieSessionId);
    return { status: 200, body: { success: true, session: writeCookieSession(session) } };
  },
);
