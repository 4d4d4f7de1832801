import { TextTooLongError } from './expression-errors.ts';

/**
 * Characters that one text may have once its values are in place. It is far more than a field or a prompt takes, and little
 * enough that the heartbeats of a worker do not wait for it.
 */
const longestText = 4 * 1024 ** 2;

/** Counts the parts of a text before they are joined: a value of some size may stand in it hundreds of times. Throws TextTooLongError. */
export function createTextBudget(source: string): (part: string) => string {
  let left = longestText;
  return (part) => {
    left -= part.length;
    if (left < 0) throw new TextTooLongError(source, longestText);
    return part;
  };
}
