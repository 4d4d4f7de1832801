import type { ErrandSchemas } from '@errand/api-types';
import type { CookieSession } from './cookie-session-store.ts';

/** A session as its holder sees it, without its token. */
export function writeCookieSession(session: CookieSession): ErrandSchemas['CookieSession'] {
  return {
    api_key_id: session.apiKeyId,
    created_at: session.createdAt.toISOString(),
    expires_at: session.expiresAt.toISOString(),
    idle_expires_at: session.idleExpiresAt.toISOString(),
  };
}
