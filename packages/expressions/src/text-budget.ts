import { TextTooLongError } from './expression-errors.ts';

/**
 * Maximum characters that values may add to one text. Far more than a field or prompt accepts, yet
 * small enough not to delay a worker's heartbeats. The automation's own text is limited where it is
 * stored.
 */
const MOST_ADDED = 4 * 1024 ** 2;

/**
 * Counts the parts of a string before joining them, because a large value may occur in it hundreds
 * of times. Throws TextTooLongError.
 */
export function createTextBudget(source: string): (part: string) => string {
  let left = source.length + MOST_ADDED;
  return (part) => {
    left -= part.length;
    if (left < 0) throw new TextTooLongError(source, MOST_ADDED);
    return part;
  };
}
