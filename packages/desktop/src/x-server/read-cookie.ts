import { readFile } from 'node:fs/promises';

export const COOKIE_KIND = 'MIT-MAGIC-COOKIE-1';

/** Credentials for a display; both fields are empty when the file has none. */
export interface Cookie {
  readonly name: string;
  /** One character per byte. */
  readonly data: string;
}

/** Returns the cookie of a display (`7`) from a file in xauth's format. */
export async function readCookie(file: string | undefined, displayNumber: string): Promise<Cookie> {
  const none = { name: '', data: '' };
  if (file === undefined) return none;
  const entries = parseEntries(await readFile(file));
  const fits = ({ display, name }: Entry): boolean =>
    name === COOKIE_KIND && (display === displayNumber || display === '');
  return entries.find(fits) ?? none;
}

interface Entry extends Cookie {
  readonly display: string;
}

/** Each entry: a two-byte address family, then four strings, each with a two-byte length prefix. */
function parseEntries(bytes: Buffer): Entry[] {
  const entries: Entry[] = [];
  let offset = 0;
  const nextText = (): string => {
    const start = offset + 2;
    offset = start + bytes.readUInt16BE(offset);
    return bytes.toString('latin1', start, offset);
  };
  while (offset + 2 < bytes.length) {
    offset += 2;
    const [, display, name, data] = [nextText(), nextText(), nextText(), nextText()];
    entries.push({ display, name, data });
  }
  return entries;
}
