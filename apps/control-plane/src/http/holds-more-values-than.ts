import { endOfString } from './nests-deeper-than.ts';

const QUOTE = 0x22;
/** A comma, or the start of a list or an object. */
const BEFORE_VALUES: ReadonlySet<number> = new Set([0x2c, 0x5b, 0x7b]);

/**
 * Whether UTF-8 JSON text may hold more than this number of values, counting an empty list or
 * object as two. A single pass that stops at the first excess value, and none for a text that is
 * too short.
 */
export function holdsMoreValuesThan(json: Uint8Array, values: number): boolean {
  if (json.length <= values) return false;
  let count = 1;
  for (let index = 0; index < json.length; index += 1) {
    const byte = json[index] ?? 0;
    if (byte === QUOTE) index = endOfString(json, index);
    else if (BEFORE_VALUES.has(byte)) {
      count += 1;
      if (count > values) return true;
    }
  }
  return false;
}
