import { randomUUIDv7 } from 'node:crypto';

const TAIL_DIGITS = 12;

/**
 * Makes UUIDs that sort as they were made, also those of one millisecond and after a clock that went back, which the
 * UUIDs of Node do not. Those of several processes sort by their clocks.
 */
export function createIdSequence(makeId: () => string = randomUUIDv7): () => string {
  let last = '';
  return () => {
    const made = makeId();
    last = made > last ? made : follow(last);
    return last;
  };
}

/** One more in the last 48 bits; those are random, so they practically never run over. */
function follow(id: string): string {
  const tail = Number.parseInt(id.slice(-TAIL_DIGITS), 16) + 1;
  return `${id.slice(0, -TAIL_DIGITS)}${tail.toString(16).padStart(TAIL_DIGITS, '0')}`;
}
