import { InvalidRequestError } from '../http/invalid-request-error.ts';
import { readMember } from '../http/read-member.ts';
import { type GivenSettings, type Integration, readSettings } from './integration.ts';
import { integrationKinds } from './kinds/kind-registry.ts';

export function hasSecret({ kind, settings }: GivenSettings): boolean {
  return readMember(settings, integrationKinds[kind].secret) !== undefined;
}

/**
 * Adds the stored secret to new settings without one. Throws InvalidRequestError if the secret
 * would be sent somewhere else.
 */
export function keepSecret(
  { kind, settings }: GivenSettings,
  stored: Integration['settings'],
): GivenSettings {
  const { secret, destination } = integrationKinds[kind];
  const kept = { ...settings, [secret]: stored[secret] };
  const next: Integration['settings'] = readSettings(kind, kept);
  const moved = destination.find((member) => next[member] !== stored[member]);
  if (moved === undefined) return { kind, settings: kept };
  const msg = `is missing: send it again, because the new ${moved} sends it to another place`;
  throw new InvalidRequestError([{ loc: ['body', kind, secret], msg, type: 'required' }]);
}
