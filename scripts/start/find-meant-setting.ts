import { findNearestName } from '@errand/foundation';

const PREFIX = 'ERRAND_';

/** Shorter names are too similar to those of other programs. */
const MIN_LENGTH = 6;

/** How many characters longer or shorter a mistyped name may be. */
const MAX_DIFFERENCE = 2;

/**
 * Returns the setting that a name unknown to all apps probably means, or undefined if it resembles
 * none. Other programs also have variables, so the name must begin with `ERRAND_`, or begin with
 * the same letter and have nearly the same length.
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
