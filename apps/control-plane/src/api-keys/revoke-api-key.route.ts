import { defineRoute } from '../http/define-route.ts';
import type { ApiKeyStore } from './api-key-store.ts';
import { writeApiKey } from './write-api-key.ts';

export const revokeApiKey = defineRoute(
  'revokeApiKey',
  async ({ apiKeys }: { readonly apiKeys: ApiKeyStore }, { params, accountId }) => {
    const key = await apiKeys.revoke(accountId, params.api_key_id);
    return { status: 200, body: { success: true, key: writeApiKey(key) } };
  },
);
