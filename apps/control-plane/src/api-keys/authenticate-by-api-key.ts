import { type Authenticate, readApiKey } from '../http/authenticate.ts';
import { InvalidApiKeyError } from '../http/http-errors.ts';
import type { ApiKeyStore } from './api-key-store.ts';

/** Accepts `x-api-key: KEY` and `Authorization: x-api-key KEY`. */
export function authenticateByApiKey(apiKeys: ApiKeyStore): Authenticate {
  return async ({ headers }) => {
    const key = readApiKey(headers['x-api-key'], headers.authorization);
    const owner = await apiKeys.findOwner(key);
    if (owner) return owner;
    throw new InvalidApiKeyError();
  };
}
