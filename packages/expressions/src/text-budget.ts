import { TextTooLongError } from './expression-errors.ts';

/**
 * Characters by which values may make one text longer. It is far more than a field or a prompt takes, and little enough that the
 * heartbeats of a worker do not wait for it. What the automation itself says is bounded where it is stored.
 */
const mostAdded = 4 * 1024 ** 2;

/** Counts the parts of a text before they are joined: a value of some size may stand in it hundreds of times. Throws TextTooLongError. */
export function createTextBudget(source: string): (part: string) => string {
  let left = source.length + mostAdded;
  return (part) => {
    left -= part.length;
    if (left < 0) throw new TextTooLongError(source, mostAdded);
    return part;
  };
}
