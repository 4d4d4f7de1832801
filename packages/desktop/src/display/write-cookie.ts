import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { COOKIE_KIND } from '../x-server/read-cookie.ts';

/** Any address. */
const FAMILY_WILD = 0xff_ff;
const COOKIE_BYTES = 16;

/**
 * Writes a fresh cookie into a new file as xauth does, for servers and clients alike; only its owner may read it. It is for
 * whatever display its reader asks for. The program xauth would show the cookie in its arguments to every user of the machine.
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

/** Its length in two bytes before it. */
function textOf(content: string | Buffer): Buffer {
  const bytes = Buffer.from(content);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.length);
  return Buffer.concat([length, bytes]);
}
