import { isUtf8 } from 'node:buffer';

/** A reading of bytes as text from which the same bytes can be written again. */
export interface Encoding {
  readonly decode: (bytes: Buffer) => string;
  readonly encode: (text: string) => Buffer;
}

/** For valid UTF-8 only. */
export const utf8: Encoding = {
  decode: (bytes) => bytes.toString('utf8'),
  encode: (text) => Buffer.from(text, 'utf8'),
};

/** A last odd byte is read as a separate character. */
export const utf16le: Encoding = {
  decode: (bytes) => readPairs(bytes, (even) => even.toString('utf16le')),
  encode: (text) => writePairs(text, (even) => Buffer.from(even, 'utf16le')),
};

export const utf16be: Encoding = {
  decode: (bytes) => readPairs(bytes, (even) => Buffer.from(even).swap16().toString('utf16le')),
  encode: (text) => writePairs(text, (even) => Buffer.from(even, 'utf16le').swap16()),
};

/** The characters of the bytes from 0x80 to 0x9f. All other bytes mean what they do in Latin-1. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

export const windows1252: Encoding = {
  decode: (bytes) =>
    bytes
      .toString('latin1')
      .replaceAll(/[\u0080-\u009f]/g, (byte) => WINDOWS_1252[byte.charCodeAt(0) - 0x80] ?? byte),
  encode: (text) =>
    Buffer.from(
      text.replaceAll(/[^\0-\u00ff]/g, (character) =>
        String.fromCharCode(0x80 + WINDOWS_1252.indexOf(character)),
      ),
      'latin1',
    ),
};

const SEQUENCE =
  /[\u00c2-\u00df][\u0080-\u00bf]|[\u00e0-\u00ef][\u0080-\u00bf]{2}|[\u00f0-\u00f4][\u0080-\u00bf]{3}|[\u0080-\u00ff]/g;
const UNPAIRED = 0xdc00;

/** UTF-8 with other bytes in between, each of which is read as an unpaired surrogate. */
export const brokenUtf8: Encoding = {
  decode: (bytes) =>
    bytes.toString('latin1').replaceAll(SEQUENCE, (sequence) => {
      const own = Buffer.from(sequence, 'latin1');
      return isUtf8(own) ? own.toString('utf8') : own.reduce(addUnpaired, '');
    }),
  encode: (text) => Buffer.from(text.replaceAll(/[^\0-\u007f]/gu, bytesOf), 'latin1'),
};

function addUnpaired(text: string, byte: number): string {
  return text + String.fromCharCode(UNPAIRED + byte);
}

/** Returns the bytes of a character as Latin-1. */
function bytesOf(character: string): string {
  if (!character.isWellFormed()) return String.fromCharCode(character.charCodeAt(0) - UNPAIRED);
  return Buffer.from(character, 'utf8').toString('latin1');
}

/** Marks the last character as an odd byte; no text contains it otherwise. */
const ODD = '\u{10ffff}';

function readPairs(bytes: Buffer, read: (even: Buffer) => string): string {
  const even = bytes.length - (bytes.length % 2);
  const text = read(bytes.subarray(0, even));
  return even === bytes.length ? text : `${text}${ODD}${bytes.toString('latin1', even)}`;
}

function writePairs(text: string, write: (even: string) => Buffer): Buffer {
  const odd = text.at(-3) === ODD[0] && text.at(-2) === ODD[1] ? text.slice(-1) : undefined;
  if (odd === undefined) return write(text);
  return Buffer.concat([write(text.slice(0, -3)), Buffer.from(odd, 'latin1')]);
}
