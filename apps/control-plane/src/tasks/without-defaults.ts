import { SUBMISSION_DEFAULTS } from '@errand/api-types';
import { isDeepStrictEqual } from 'node:util';

const DEFAULTS: ReadonlyMap<string, unknown> = new Map(Object.entries(SUBMISSION_DEFAULTS));

/**
 * Returns a checked submission without the members that have their default. The check adds those,
 * so a body that is sent again after an update with another default would look changed.
 */
export function withoutDefaults(body: object): Readonly<Record<string, unknown>> {
  const sent = Object.entries(body).filter(
    ([name, value]) => !(DEFAULTS.has(name) && isDeepStrictEqual(value, DEFAULTS.get(name))),
  );
  return Object.fromEntries(sent);
}
