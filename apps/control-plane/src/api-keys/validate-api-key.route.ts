import { defineRoute } from '../http/define-route.ts';
import { InvalidApiKeyError } from '../http/http-errors.ts';
import type { ApiKeyStore } from './api-key-store.ts';

export const validateApiKey = defineRoute(
  'validateApiKey',
  async ({ apiKeys }: { readonly apiKeys: ApiKeyStore }, { body }) => {
    const valid = (await apiKeys.findOwner(body)) !== undefined;
    const message = valid ? 'The API key is valid.' : new InvalidApiKeyError().message;
    return { status: 200, body: { valid, message } };
  },
);
