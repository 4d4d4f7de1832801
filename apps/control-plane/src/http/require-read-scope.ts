import type { ApiKeyScope } from '../http/api-key-scope.ts';
import { MissingScopeError } from '../http/http-errors.ts';

const SCOPE = 'read';

/**
 * A receiver gets the results of a task, so a key that names one must be able to read them. Throws
 * MissingScopeError. `receivers` contains the members that name one, by member name.
 */
export function requireReceiverScope(
  scopes: readonly ApiKeyScope[],
  receivers: Readonly<Record<string, unknown>>,
): void {
  const [named] = Object.entries(receivers).filter(([, value]) => (value ?? null) !== null);
  if (named && !scopes.includes(SCOPE)) throw new MissingScopeError(SCOPE, named[0]);
}
