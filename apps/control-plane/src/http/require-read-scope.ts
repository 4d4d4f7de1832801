import type { ApiKeyScope } from './api-key-scope.ts';
import { MissingScopeError } from './http-errors.ts';

const SCOPE = 'read';

/**
 * For members of a body that pass on what another key may have submitted, such as a receiver of
 * results: a key that names one must be able to read that. Throws MissingScopeError. `members` are
 * such members, by name.
 */
export function requireReadScope(
  scopes: readonly ApiKeyScope[],
  members: Readonly<Record<string, unknown>>,
): void {
  const [named] = Object.entries(members).filter(([, value]) => (value ?? null) !== null);
  if (named && !scopes.includes(SCOPE)) throw new MissingScopeError(SCOPE, named[0]);
}
