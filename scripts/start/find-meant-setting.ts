import { findNearestName } from '@errand/automation-engine/automation';

const PREFIX = 'ERRAND_';

/** Shorter names are too close to those of other programs. */
const MIN_LENGTH = 6;

/** Characters that a mistyped name may have more or fewer. */
const MAX_DIFFERENCE = 2;

/**
 * Returns the setting that was probably meant by a name that no app knows, or undefined when it looks like none: other
 * programs have variables too, so it must begin with `ERRAND_`, or with the same letter and have nearly the same length.
 */
export function findMeantSetting(name: string, known: readonly string[]): string | undefined {
  const meant = name.startsWith(PREFIX) ? name.slice(PREFIX.length) : name;
  const candidates = known.filter(
    (other) =>
      name.startsWith(PREFIX) ||
      (other.length >= MIN_LENGTH &&
        other[0] === meant[0] &&
        Math.abs(other.length - meant.length) <= MAX_DIFFERENCE),
  );
  const lowerCase = candidates.map((other) => other.toLowerCase());
  return findNearestName(meant.toLowerCase(), lowerCase)?.toUpperCase();
}
