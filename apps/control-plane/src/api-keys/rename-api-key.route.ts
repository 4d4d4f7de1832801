import { defineRoute } from '../http/define-route.ts';
import type { ApiKeyStore } from './api-key-store.ts';
import { writeApiKey } from './write-api-key.ts';

export const renameApiKey = defineRoute(
  'renameApiKey',
  async ({ apiKeys }: { readonly apiKeys: ApiKeyStore }, { params, body, accountId }) => {
    const key = await apiKeys.rename(accountId, params.api_key_id, body.name);
    return { status: 200, body: { success: true, key: writeApiKey(key) } };
  },
);
