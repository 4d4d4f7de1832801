import type { Pool } from 'pg';
import type { Database } from '../database/connect-database.ts';
import { hashToken } from '../database/random-token.ts';
import type { ApiKeyScope } from '../http/api-key-scope.ts';

/** Limits the input to the hash; real keys are far shorter. */
const MAX_KEY_LENGTH = 1_000;

/** A key that expires within this time expires soon. */
export const SOON = "interval '14 days'";

/** SQL condition: the key in this table, or under this alias, is neither revoked nor expired. */
export const isValidKey = (table: string): string =>
  `${table}.revoked_at IS NULL AND (${table}.expires_at IS NULL OR ${table}.expires_at > now())`;

export interface KeyOwner {
  readonly apiKeyId: string;
  readonly accountId: string;
  readonly scopes: readonly ApiKeyScope[];
  /** Set only when the key expires soon. */
  readonly expiresSoonAt: Date | undefined;
}

/** Who signed in to a session: the owner of its key, with what the key may do now. */
export interface SessionOwner extends KeyOwner {
  readonly cookieSessionId: string;
}

interface Found {
  readonly id: string;
  readonly account_id: string;
  readonly scopes: ApiKeyScope[];
  readonly expires_soon_at: Date | null;
  readonly is_stale: boolean;
}

const OWNER = `k.id, k.account_id, k.scopes::text[] AS scopes,
  CASE WHEN k.expires_at <= now() + ${SOON} THEN k.expires_at END AS expires_soon_at`;

const OWNER_OF_KEY = `SELECT ${OWNER},
    k.last_used_at IS NULL OR k.last_used_at < now() - interval '1 minute' AS is_stale
  FROM api_keys k WHERE k.key_hash = $1 AND ${isValidKey('k')}`;

/** Undefined when the key is unknown, expired or revoked. */
export async function findOwnerOfKey(
  { pool, prepared }: Pick<Database, 'pool' | 'prepared'>,
  key: string,
): Promise<KeyOwner | undefined> {
  if (key.length > MAX_KEY_LENGTH) return undefined;
  const { rows } = await pool.query<Found>(
    prepared('find-owner-of-key', OWNER_OF_KEY, [hashToken(key)]),
  );
  const [found] = rows;
  if (!found) return undefined;
  if (found.is_stale) await noteUseOfKey(pool, found.id);
  return toOwner(found);
}

/** SQL condition: session `s` is neither too old nor idle for too long. */
export const isOpenSession = (idleSeconds: number): string =>
  `s.expires_at > now() AND s.last_used_at > now() - interval '${idleSeconds} seconds'`;

/** Undefined when the token is unknown, or its session or its key has ended. */
export async function findOwnerOfSession(
  pool: Pool,
  { token, idleSeconds }: { readonly token: string; readonly idleSeconds: number },
): Promise<SessionOwner | undefined> {
  if (token.length > MAX_KEY_LENGTH) return undefined;
  const { rows } = await pool.query<Found & { readonly session_id: string }>(
    `SELECT ${OWNER}, s.id AS session_id, s.last_used_at < now() - interval '1 minute' AS is_stale
     FROM cookie_sessions s JOIN api_keys k ON k.id = s.api_key_id
     WHERE s.token_hash = $1 AND ${isOpenSession(idleSeconds)} AND ${isValidKey('k')}`,
    [hashToken(token)],
  );
  const [found] = rows;
  if (!found) return undefined;
  if (found.is_stale) {
    await noteUseOfSession(pool, found.session_id);
    await noteUseOfKey(pool, found.id);
  }
  return { ...toOwner(found), cookieSessionId: found.session_id };
}

function toOwner(found: Found): KeyOwner {
  return {
    apiKeyId: found.id,
    accountId: found.account_id,
    scopes: found.scopes,
    expiresSoonAt: found.expires_soon_at ?? undefined,
  };
}

/**
 * Writes at most once a minute, even under concurrency, so that a busy key does not cause a write
 * per request.
 */
async function noteUseOfKey(pool: Pool, apiKeyId: string): Promise<void> {
  await pool.query(
    `UPDATE api_keys SET last_used_at = now()
     WHERE id = $1 AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute')`,
    [apiKeyId],
  );
}

async function noteUseOfSession(pool: Pool, sessionId: string): Promise<void> {
  await pool.query(
    `UPDATE cookie_sessions SET last_used_at = now()
     WHERE id = $1 AND last_used_at < now() - interval '1 minute'`,
    [sessionId],
  );
}
