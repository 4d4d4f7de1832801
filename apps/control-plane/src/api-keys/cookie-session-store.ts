import type { Pool } from 'pg';
import type { Database } from '../database/connect-database.ts';
import { createIdSequence } from '../database/id-sequence.ts';
import { createToken, hashToken } from '../database/random-token.ts';
import { createSessionCookie, type SessionCookie } from '../http/session-cookie.ts';
import { CookieSessionNotFoundError, HttpsRequiredError } from './api-key-errors.ts';
import { findOwnerOfSession, isOpenSession, type SessionOwner } from './find-owner.ts';

/**
 * A session ends this long after it began. Like the other limits, documented in the OpenAPI file.
 */
const LONGEST_SECONDS = 7 * 86_400;
/** A session ends when it has not been used for this long. */
const IDLE_SECONDS = 12 * 3_600;
/** Maximum number of sessions per key; a further one ends the oldest. */
const MAX_SESSIONS = 20;
const FORGET_BATCH = 1_000;

export interface CookieSession {
  readonly apiKeyId: string;
  readonly createdAt: Date;
  /** When the session ends even if it is used. */
  readonly expiresAt: Date;
  /** When the session ends if it is not used. Accurate to one minute. */
  readonly idleExpiresAt: Date;
}

/** Browser sessions, which use a cookie instead of an API key. */
export interface CookieSessionStore {
  readonly cookie: SessionCookie;
  /** Returns the session with the value of Set-Cookie. Throws HttpsRequiredError. */
  readonly create: (
    apiKeyId: string,
  ) => Promise<{ readonly session: CookieSession; readonly setCookie: string[] }>;
  /**
   * Undefined if the session has ended or its API key is no longer valid. What the session may do
   * is read from the key each time.
   */
  readonly findOwner: (token: string) => Promise<SessionOwner | undefined>;
  /** Throws CookieSessionNotFoundError, as for a request without a session. */
  readonly get: (cookieSessionId: string | undefined) => Promise<CookieSession>;
  /** Throws CookieSessionNotFoundError, as for a request without a session. */
  readonly end: (cookieSessionId: string | undefined) => Promise<void>;
}

const COLUMNS = `s.api_key_id AS "apiKeyId", s.created_at AS "createdAt", s.expires_at AS "expiresAt",
  least(s.expires_at, s.last_used_at + interval '${IDLE_SECONDS} seconds') AS "idleExpiresAt"`;

export function createCookieSessionStore(
  { pool, transaction }: Pick<Database, 'pool' | 'transaction'>,
  publicUrl: string,
): CookieSessionStore {
  const cookie = createSessionCookie(publicUrl);
  const nextId = createIdSequence();
  return {
    cookie,
    async create(apiKeyId) {
      if (!cookie.isAvailable) throw new HttpsRequiredError(publicUrl);
      const token = createToken();
      const session = await transaction(async (on) => {
        // Serialises the sessions of a key, so that their number stays bounded.
        await on.query('SELECT FROM api_keys WHERE id = $1 FOR NO KEY UPDATE', [apiKeyId]);
        await on.query(
          `DELETE FROM cookie_sessions WHERE id IN (
             SELECT id FROM cookie_sessions WHERE api_key_id = $1 ORDER BY created_at DESC, id DESC OFFSET $2)`,
          [apiKeyId, MAX_SESSIONS - 1],
        );
        const { rows } = await on.query<CookieSession>(
          `INSERT INTO cookie_sessions AS s (id, api_key_id, token_hash, expires_at)
           VALUES ($1, $2, $3, now() + interval '${LONGEST_SECONDS} seconds') RETURNING ${COLUMNS}`,
          [nextId(), apiKeyId, hashToken(token)],
        );
        return rows[0];
      });
      if (!session) throw new Error('The statement returned no session.');
      return { session, setCookie: cookie.write(token, LONGEST_SECONDS) };
    },
    findOwner: (token) => findOwnerOfSession(pool, { token, idleSeconds: IDLE_SECONDS }),
    async get(cookieSessionId) {
      const { rows } = await pool.query<CookieSession>(
        `SELECT ${COLUMNS} FROM cookie_sessions s WHERE id = $1`,
        [cookieSessionId],
      );
      const [session] = rows;
      if (!session) throw new CookieSessionNotFoundError();
      return session;
    },
    async end(cookieSessionId) {
      const { rowCount } = await pool.query('DELETE FROM cookie_sessions WHERE id = $1', [
        cookieSessionId,
      ]);
      if (rowCount === 0) throw new CookieSessionNotFoundError();
    },
  };
}

/** Deletes a batch of sessions that have ended. Returns whether more may remain. */
export async function forgetEndedSessions(pool: Pool): Promise<boolean> {
  const { rowCount } = await pool.query(
    `DELETE FROM cookie_sessions WHERE id IN (
       SELECT s.id FROM cookie_sessions s JOIN api_keys k ON k.id = s.api_key_id
       WHERE NOT (${isOpenSession(IDLE_SECONDS)}) OR k.revoked_at IS NOT NULL
       LIMIT $1 FOR UPDATE OF s SKIP LOCKED)`,
    [FORGET_BATCH],
  );
  return rowCount === FORGET_BATCH;
}
