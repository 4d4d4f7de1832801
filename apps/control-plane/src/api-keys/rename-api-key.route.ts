import { defineRoute } from '../http/define-route.ts';
import { writeApiKey } from './write-api-key.ts';

export const renameApiKey = defineRoute(
  'renameApiKey',
  async ({ apiKeys }, { params, body, accountId }) => {
    const key = await apiKeys.rename(accountId, params.api_key_id, body.name);
    return { status: 200, body: { success: true, key: writeApiKey(key) } };
  },
);
