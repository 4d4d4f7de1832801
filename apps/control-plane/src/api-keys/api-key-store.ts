import { createHash, randomBytes } from 'node:crypto';
import type { Database } from '../database/connect-database.ts';

const PREFIX_LENGTH = 12;
/** Bounds what is hashed; our own keys are far shorter. */
const MAX_KEY_LENGTH = 1_000;

export interface KeyOwner {
  readonly apiKeyId: string;
  readonly accountId: string;
}

export interface NewApiKey {
  readonly apiKeyId: string;
  /** The only time that the key itself is seen. */
  readonly key: string;
  /** What a person recognises the key by. */
  readonly prefix: string;
}

export interface ApiKeyStore {
  /** Undefined when the key is unknown, expired or revoked. */
  findOwner: (key: string) => Promise<KeyOwner | undefined>;
  create: (
    accountId: string,
    key: { readonly name: string; readonly expiresAt?: Date | undefined },
  ) => Promise<NewApiKey>;
}

export function createApiKeyStore({ pool, prisma }: Database): ApiKeyStore {
  return {
    async findOwner(key) {
      if (key.length > MAX_KEY_LENGTH) return undefined;
      const { rows } = await pool.query<{ id: string; account_id: string; is_stale: boolean }>(
        `SELECT id, account_id,
           last_used_at IS NULL OR last_used_at < now() - interval '1 minute' AS is_stale
         FROM api_keys
         WHERE key_hash = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())`,
        [hash(key)],
      );
      const [found] = rows;
      if (!found) return undefined;
      // Once a minute at most, so that a busy key does not write a row for every request.
      if (found.is_stale) {
        await pool.query('UPDATE api_keys SET last_used_at = now() WHERE id = $1', [found.id]);
      }
      return { apiKeyId: found.id, accountId: found.account_id };
    },

    async create(accountId, { name, expiresAt }) {
      // 256 random bits need no slow hash: there is nothing to guess.
      const key = `errand_${randomBytes(32).toString('base64url')}`;
      const prefix = key.slice(0, PREFIX_LENGTH);
      const { id } = await prisma.apiKey.create({
        data: { accountId, name, prefix, keyHash: hash(key), expiresAt: expiresAt ?? null },
      });
      return { apiKeyId: id, key, prefix };
    },
  };
}

function hash(key: string): Buffer<ArrayBuffer> {
  return createHash('sha256').update(key).digest();
}
