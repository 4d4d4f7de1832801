import { defineRoute } from '../http/define-route.ts';
import type { ApiKeyStore } from './api-key-store.ts';

export const validateApiKey = defineRoute(
  'validateApiKey',
  async ({ apiKeys }: { readonly apiKeys: ApiKeyStore }, { body }) => {
    const valid = (await apiKeys.findOwner(body)) !== undefined;
    const message = valid
      ? 'The API key is valid.'
      : 'The API key is not valid: it is unknown, expired or revoked.';
    return { status: 200, body: { valid, message } };
  },
);
