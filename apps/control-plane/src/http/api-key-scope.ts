import type { ErrandSchemas } from '@errand/api-types';

/** What a key may do in its account. No scope implies another. */
export type ApiKeyScope = ErrandSchemas['ApiKeyScope'];

const ALL: Readonly<Record<ApiKeyScope, true>> = {
  read: true,
  submit: true,
  author: true,
  admin: true,
  local_server: true,
};

/** The scopes of a key created without an explicit choice. */
export const API_KEY_SCOPES: readonly ApiKeyScope[] = Object.keys(ALL).filter(isApiKeyScope);

export function isApiKeyScope(text: string): text is ApiKeyScope {
  return Object.hasOwn(ALL, text);
}
