import { randomUUIDv7 } from 'node:crypto';

const TAIL_DIGITS = 12;

/**
 * Creates UUIDs that sort by creation, even within one millisecond and after the clock went back;
 * Node's UUIDs do not. IDs of different processes sort by their clocks.
 */
export function createIdSequence(makeId: () => string = randomUUIDv7): () => string {
  let last = '';
  return () => {
    const made = makeId();
    last = made > last ? made : follow(last);
    return last;
  };
}

/** Increments the last 48 bits; these are random, so they practically never overflow. */
function follow(id: string): string {
  const tail = Number.parseInt(id.slice(-TAIL_DIGITS), 16) + 1;
  return `${id.slice(0, -TAIL_DIGITS)}${tail.toString(16).padStart(TAIL_DIGITS, '0')}`;
}
