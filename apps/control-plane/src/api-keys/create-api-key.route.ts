import type { ApiKeyScope } from '../http/api-key-scope.ts';
import { defineRoute } from '../http/define-route.ts';
import { MissingScopeError } from '../http/http-errors.ts';
import { InvalidRequestError } from '../http/invalid-request-error.ts';
import type { ApiKeyStore } from './api-key-store.ts';
import { writeApiKey } from './write-api-key.ts';

/** The only response that contains the key. */
export const createApiKey = defineRoute(
  'createApiKey',
  async ({ apiKeys }: { readonly apiKeys: ApiKeyStore }, { body, accountId, scopes }) => {
    const { key, ...created } = await apiKeys.create(accountId, {
      name: body.name,
      scopes: chooseScopes(body.scopes, scopes),
      expiresAt: readExpiry(body.expires_at),
    });
    return { status: 201, body: { success: true, api_key: key, key: writeApiKey(created) } };
  },
);

/** A key that could create another with more scopes would effectively hold them itself. */
function chooseScopes(
  wanted: readonly ApiKeyScope[] | undefined,
  own: readonly ApiKeyScope[],
): readonly ApiKeyScope[] {
  const missing = wanted?.find((scope) => !own.includes(scope));
  if (missing !== undefined) throw new MissingScopeError(missing);
  return wanted ?? own;
}

function readExpiry(text: string | null | undefined): Date | undefined {
  if (text === undefined || text === null) return undefined;
  const expiresAt = new Date(text);
  if (expiresAt.getTime() > Date.now()) return expiresAt;
  const msg = `is "${text}": specify a future time, or null for a key that does not expire`;
  throw new InvalidRequestError([{ loc: ['body', 'expires_at'], msg, type: 'minimum' }]);
}
