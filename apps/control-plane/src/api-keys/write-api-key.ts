import type { ErrandSchemas } from '@errand/api-types';
import type { ApiKey } from './api-key-store.ts';

/** A key as its owner sees it, never the key itself. */
export function writeApiKey(key: ApiKey): ErrandSchemas['ApiKey'] {
  return {
    api_key_id: key.apiKeyId,
    name: key.name,
    prefix: key.prefix,
    scopes: [...key.scopes],
    status: key.status,
    created_at: key.createdAt.toISOString(),
    expires_at: key.expiresAt?.toISOString() ?? null,
    expires_soon: key.expiresSoon,
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
    revoked_at: key.revokedAt?.toISOString() ?? null,
  };
}
