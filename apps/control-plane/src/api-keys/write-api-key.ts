import type { ErrandSchemas } from '@errand/api-types';
import type { ApiKey } from './api-key-store.ts';

/** A key as its owner sees it, never the key itself. */
export function writeApiKey(key: ApiKey): ErrandSchemas['ApiKey'] {
  return {
    api_key_id: key.apiKeyId,
    name: key.name,
    prefix: key.prefix,
    status: key.status,
    created_at: key.createdAt.toISOString(),
    expires_at: key.expiresAt?.toISOString() ?? null,
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
    revoked_at: key.revokedAt?.toISOString() ?? null,
  };
}
