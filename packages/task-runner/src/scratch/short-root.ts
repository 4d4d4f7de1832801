import { tmpdir } from 'node:os';

/**
 * Chromium creates a socket 45 bytes below this path and exits if the address exceeds 107 bytes.
 */
export const LONGEST_TEMPORARY_BYTES = 60;
/** `/errand-session-` and six characters. */
const NAME_BYTES = 22;

/** Where sessions with a long path have their temporary files: TMPDIR, unless it is long itself. */
export function findShortRoot(): string {
  const isShort = Buffer.byteLength(tmpdir()) + NAME_BYTES <= LONGEST_TEMPORARY_BYTES;
  return isShort ? tmpdir() : '/tmp';
}
