import { SUBMISSION_DEFAULTS } from '@errand/api-types';
import type { JsonValue } from '@errand/foundation';
import { isDeepStrictEqual } from 'node:util';
import type { IdempotentSubmission } from '../transitions/idempotency-key.ts';

const DEFAULTS: ReadonlyMap<string, unknown> = new Map(Object.entries(SUBMISSION_DEFAULTS));

/**
 * Returns a checked submission, parsed from JSON, without the members that have their default. The
 * check adds them, so a body repeated after an update that changes a default would look changed.
 */
export function withoutDefaults(filled: object): Pick<IdempotentSubmission, 'body' | 'filledBody'> {
  const sent = Object.entries(filled).filter(
    ([name, value]) => !(DEFAULTS.has(name) && isDeepStrictEqual(value, DEFAULTS.get(name))),
  );
  return { body: Object.fromEntries(sent) as JsonValue, filledBody: filled as JsonValue };
}
