import { InvalidObjectKeyError } from './object-storage-errors.ts';

const MAX_KEY_BYTES = 1024;
// File names are limited to 255 bytes, and the local store adds an extension.
const MAX_SEGMENT_BYTES = 240;
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/**
 * Asserts that a key is 1 to 1024 bytes of printable, well-formed Unicode: segments of 1 to 240
 * bytes separated by slashes, none of them `.` or `..`. Throws InvalidObjectKeyError.
 */
export function assertObjectKey(key: string): void {
  const rule = brokenRule(key);
  if (rule !== undefined) throw new InvalidObjectKeyError(key, rule);
}

/**
 * Asserts that a prefix is a key followed by `/`, so that `tasks/1/` never matches `tasks/10`.
 * Throws InvalidObjectKeyError.
 */
export function assertObjectKeyPrefix(prefix: string): void {
  if (!prefix.endsWith('/')) throw new InvalidObjectKeyError(prefix, 'a prefix must end with "/".');
  const rule = brokenRule(prefix.slice(0, -1));
  if (rule !== undefined) throw new InvalidObjectKeyError(prefix, rule);
}

function brokenRule(key: string): string | undefined {
  if (!key.isWellFormed() || UNPRINTABLE.test(key)) return 'it must be printable text.';
  if (Buffer.byteLength(key) > MAX_KEY_BYTES) return `it may have at most ${MAX_KEY_BYTES} bytes.`;
  for (const segment of key.split('/')) {
    if (segment === '') return 'no part between slashes may be empty, not even at the ends.';
    if (segment === '.' || segment === '..') return 'no part between slashes may be "." or "..".';
    if (Buffer.byteLength(segment) > MAX_SEGMENT_BYTES) {
      return `a part between slashes may have at most ${MAX_SEGMENT_BYTES} bytes.`;
    }
  }
  return undefined;
}
