import type { DebugSession, SessionDesk } from './session-desk.ts';

type Changes = Parameters<SessionDesk['setVariables']>[0];

/**
 * Returns only the variables that the person changed: secrets are shown masked, and a mask must not
 * be sent as a value. Throws when there is no change.
 */
export function changedVariables(shown: DebugSession['variables'], typed: unknown): Changes {
  if (typeof typed !== 'object' || typed === null || Array.isArray(typed)) {
    throw new Error('Variables: specify an object with a list of strings for each name.');
  }
  const changed = Object.entries(typed as Changes).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(shown[name]),
  );
  if (changed.length === 0) throw new Error('Variables: nothing is changed.');
  return Object.fromEntries(changed);
}
