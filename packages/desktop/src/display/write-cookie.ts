import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { COOKIE_KIND } from '../x-server/read-cookie.ts';

/** Any address. */
const FAMILY_WILD = 0xff_ff;
const COOKIE_BYTES = 16;

/**
 * Writes a fresh cookie to a new file in xauth's format, for servers and clients; only its owner
 * may read it. The entry matches every display. The program xauth itself would expose the cookie in
 * its arguments to every user of the machine.
 */
export async function writeCookie(file: string): Promise<void> {
  const entry = [
    Buffer.from([FAMILY_WILD >> 8, FAMILY_WILD & 0xff]),
    // Address and display.
    textOf(''),
    textOf(''),
    textOf(COOKIE_KIND),
    textOf(randomBytes(COOKIE_BYTES)),
  ];
  await writeFile(file, Buffer.concat(entry), { mode: 0o600, flag: 'wx' });
}

/** Encodes a string with a two-byte length prefix. */
function textOf(content: string | Buffer): Buffer {
  const bytes = Buffer.from(content);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.length);
  return Buffer.concat([length, bytes]);
}
