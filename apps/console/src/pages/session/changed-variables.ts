import type { DebugSession, SessionDesk } from './session-desk.ts';

type Changes = Parameters<SessionDesk['setVariables']>[0];

/**
 * What the person changed of the variables as they were shown: secrets are shown hidden, and must
 * not be sent as their values. Throws when there is no change.
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
