import { isDeepStrictEqual } from 'node:util';
import { InvalidRequestError } from '../http/invalid-request-error.ts';
import { findPortal } from './find-portal.ts';
import { openSeeds, type SeedSealer } from './seal-seeds.ts';

type Lists = Readonly<Record<string, readonly unknown[]>>;

/** The members of a stored automation on which a submission depends. */
interface Submittable {
  readonly url?: string | null;
  readonly browser_channel?: string | null;
  readonly parameters?: {
    readonly input_parameters?: Lists | null;
    readonly secure_parameters?: Lists | null;
  } | null;
}

/**
 * A task is checked and placed in its login queue before its version is chosen. Therefore both
 * versions of a roll-out must take the same submissions. Throws InvalidRequestError.
 */
export function refuseOtherParameters(
  given: {
    readonly base: object;
    readonly next: object;
    readonly member: 'automation' | 'version';
  },
  seals: SeedSealer,
): void {
  const base = describeSubmission(given.base, seals);
  const next = describeSubmission(given.next, seals);
  const differing = Object.keys(base).find((name) => !isDeepStrictEqual(base[name], next[name]));
  if (differing === undefined) return;
  const msg = `differs in ${differing} from the current version, so tasks cannot be submitted for both: update the recording instead, without a roll-out`;
  throw new InvalidRequestError([{ loc: ['body', given.member], msg, type: 'rollout' }]);
}

function describeSubmission(
  automation: Submittable,
  seals: SeedSealer,
): Readonly<Record<string, unknown>> {
  const { url, browser_channel: channel, parameters } = automation;
  return {
    'parameters.input_parameters': Object.keys(parameters?.input_parameters ?? {}).toSorted(),
    'parameters.secure_parameters': openSeeds(parameters?.secure_parameters ?? {}, seals),
    browser_channel: channel ?? 'chromium',
    'the origin of url': findPortal((url ?? '').trim()),
  };
}
