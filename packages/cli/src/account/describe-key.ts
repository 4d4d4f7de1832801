import type { ErrandSchemas } from '@errand/client';

/** Describes the key and what it may do, as part of a sentence. */
export function describeKey({ account_name: account, key }: ErrandSchemas['MeAnswer']): string {
  const end = key.expires_at === null ? '' : `, until ${key.expires_at}`;
  return `account "${account}", key "${key.name}" (${key.scopes.join(', ')}${end})`;
}
