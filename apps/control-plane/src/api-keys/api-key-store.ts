import type { Database } from '../database/connect-database.ts';
import { createIdSequence } from '../database/id-sequence.ts';
import { isUuid } from '../database/is-uuid.ts';
import { createToken, hashToken } from '../database/random-token.ts';
import { shareReads } from '../database/share-reads.ts';
import type { Transaction } from '../database/transaction.ts';
import { lockAccount } from '../database/lock-account.ts';
import { API_KEY_SCOPES, type ApiKeyScope } from '../http/api-key-scope.ts';
import {
  AccountDeletedError,
  ApiKeyLimitError,
  ApiKeyNotFoundError,
  LastApiKeyError,
} from './api-key-errors.ts';
import { findOwnerOfKey, isValidKey, type KeyOwner, SOON } from './find-owner.ts';

const PREFIX_LENGTH = 12;
/** Maximum number of valid keys per account. Concurrent creations may exceed it. */
const MAX_VALID_KEYS = 200;

export interface ApiKey {
  readonly apiKeyId: string;
  readonly name: string;
  /** Lets a person recognise the key. */
  readonly prefix: string;
  readonly scopes: readonly ApiKeyScope[];
  readonly status: 'valid' | 'expired' | 'revoked';
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  /** Valid, but about to expire. */
  readonly expiresSoon: boolean;
  /** Accurate to one minute. */
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;
}

export interface NewApiKey extends ApiKey {
  /** The only time the key itself is shown. */
  readonly key: string;
}

export interface ApiKeyPage {
  /** Newest first, including revoked and expired ones. */
  readonly keys: readonly ApiKey[];
  readonly hasMore: boolean;
}

/** Keys as their account sees them. A key of another account counts as not found. */
export interface ApiKeyStore {
  /**
   * Undefined when the key is unknown, expired or revoked: one statement takes the same path for
   * all three. Secrets are never compared: the index is searched for the hash of the key.
   */
  findOwner: (key: string) => Promise<KeyOwner | undefined>;
  /** Throws AccountDeletedError, ApiKeyLimitError. */
  create: (
    accountId: string,
    key: {
      readonly name: string;
      /** Default: all. */
      readonly scopes?: readonly ApiKeyScope[];
      readonly expiresAt?: Date | undefined;
    },
  ) => Promise<NewApiKey>;
  /** Throws ApiKeyNotFoundError. */
  get: (accountId: string, apiKeyId: string) => Promise<ApiKey>;
  /** `before` is the id of the last key on the previous page. */
  list: (
    accountId: string,
    page: { readonly limit: number; readonly before?: string | undefined },
  ) => Promise<ApiKeyPage>;
  /** Throws ApiKeyNotFoundError. */
  rename: (accountId: string, apiKeyId: string, name: string) => Promise<ApiKey>;
  /**
   * Idempotent. Throws ApiKeyNotFoundError, and LastApiKeyError for the last valid key with the
   * scope admin unless `isLastAllowed`.
   */
  revoke: (
    accountId: string,
    apiKeyId: string,
    options?: { readonly isLastAllowed: boolean },
  ) => Promise<ApiKey>;
}

const COLUMNS = `id AS "apiKeyId", name, prefix, scopes::text[] AS scopes, created_at AS "createdAt", expires_at AS "expiresAt",
  last_used_at AS "lastUsedAt", revoked_at AS "revokedAt",
  CASE WHEN revoked_at IS NOT NULL THEN 'revoked' WHEN expires_at <= now() THEN 'expired' ELSE 'valid' END AS status,
  revoked_at IS NULL AND coalesce(expires_at > now() AND expires_at <= now() + ${SOON}, false) AS "expiresSoon"`;

export function createApiKeyStore(database: Database): ApiKeyStore {
  const { pool } = database;
  const nextId = createIdSequence();
  return {
    findOwner: shareReads((key: string) => findOwnerOfKey(database, key)),

    create: (accountId, key) => create({ database, nextId }, accountId, key),

    async get(accountId, apiKeyId) {
      const { rows } = await pool.query<ApiKey>(
        `SELECT ${COLUMNS} FROM api_keys WHERE account_id = $1 AND id = $2`,
        [accountId, apiKeyId],
      );
      const [found] = rows;
      if (!found) throw new ApiKeyNotFoundError(apiKeyId);
      return found;
    },

    async list(accountId, { limit, before }) {
      // Ids sort by creation time.
      const { rows } = await pool.query<ApiKey>(
        `SELECT ${COLUMNS} FROM api_keys
         WHERE account_id = $1 AND ($2::uuid IS NULL OR id < $2) ORDER BY id DESC LIMIT $3`,
        [accountId, before ?? null, limit + 1],
      );
      return { keys: rows.slice(0, limit), hasMore: rows.length > limit };
    },

    rename: (accountId, apiKeyId, name) => rename(pool, [accountId, apiKeyId, name]),

    async revoke(accountId, apiKeyId, { isLastAllowed } = { isLastAllowed: false }) {
      if (!isUuid(apiKeyId)) throw new ApiKeyNotFoundError(apiKeyId);
      return database.transaction((transaction) =>
        revoke(transaction, { accountId, apiKeyId, isLastAllowed }),
      );
    },
  };
}

async function create(
  { database, nextId }: { readonly database: Database; readonly nextId: () => string },
  accountId: string,
  { name, scopes = API_KEY_SCOPES, expiresAt }: Parameters<ApiKeyStore['create']>[1],
): Promise<NewApiKey> {
  const key = createToken('errand_');
  const prefix = key.slice(0, PREFIX_LENGTH);
  const values = [nextId(), accountId, name, prefix, hashToken(key), expiresAt ?? null, scopes];
  const created = await database.transaction(async (transaction) => {
    await lockAccount(transaction, accountId);
    const { rows } = await transaction.query<ApiKey>(
      `INSERT INTO api_keys (id, account_id, name, prefix, key_hash, expires_at, scopes)
       SELECT $1, $2, $3, $4, $5, $6, $7::api_key_scope[]
       WHERE NOT EXISTS (SELECT FROM account_deletions WHERE account_id = $2)
         AND (SELECT count(*) FROM api_keys WHERE account_id = $2 AND ${isValidKey('api_keys')}) < $8
       RETURNING ${COLUMNS}`,
      [...values, MAX_VALID_KEYS],
    );
    return rows[0];
  });
  if (!created) throw await explainRefusal(database, accountId);
  return { ...created, key };
}

async function explainRefusal({ prisma }: Database, accountId: string): Promise<Error> {
  const deletion = await prisma.accountDeletion.findUnique({ where: { accountId } });
  return deletion ? new AccountDeletedError(accountId) : new ApiKeyLimitError(MAX_VALID_KEYS);
}

async function rename(
  pool: Database['pool'],
  [accountId, apiKeyId, name]: Parameters<ApiKeyStore['rename']>,
): Promise<ApiKey> {
  if (!isUuid(apiKeyId)) throw new ApiKeyNotFoundError(apiKeyId);
  const { rows } = await pool.query<ApiKey>(
    `UPDATE api_keys SET name = $3 WHERE account_id = $1 AND id = $2 RETURNING ${COLUMNS}`,
    [accountId, apiKeyId, name],
  );
  const [renamed] = rows;
  if (!renamed) throw new ApiKeyNotFoundError(apiKeyId);
  return renamed;
}

async function revoke(
  transaction: Transaction,
  key: {
    readonly accountId: string;
    readonly apiKeyId: string;
    readonly isLastAllowed: boolean;
  },
): Promise<ApiKey> {
  const { accountId, apiKeyId, isLastAllowed } = key;
  // Serialises two keys that revoke each other at the same time.
  await transaction.query('SELECT FROM api_keys WHERE account_id = $1 ORDER BY id FOR UPDATE', [
    accountId,
  ]);
  const { rows } = await transaction.query<ApiKey & { others: number }>(
    `SELECT ${COLUMNS}, (SELECT count(*)::int FROM api_keys WHERE account_id = $1 AND id <> $2 AND 'admin' = ANY (scopes)
         AND ${isValidKey('api_keys')}) AS others
     FROM api_keys WHERE account_id = $1 AND id = $2`,
    [accountId, apiKeyId],
  );
  const [found] = rows;
  if (!found) throw new ApiKeyNotFoundError(apiKeyId);
  const { others, ...old } = found;
  if (old.status === 'revoked') return old;
  const isAdmin = old.status === 'valid' && old.scopes.includes('admin');
  if (isAdmin && others === 0 && !isLastAllowed) throw new LastApiKeyError(old.name);
  const updated = await transaction.query<ApiKey>(
    `UPDATE api_keys SET revoked_at = now() WHERE id = $1 RETURNING ${COLUMNS}`,
    [apiKeyId],
  );
  return updated.rows[0] ?? old;
}
