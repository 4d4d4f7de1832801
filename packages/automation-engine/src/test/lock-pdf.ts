import { createHash } from 'node:crypto';

/**
 * Standard security handler, revision 2 (ISO 32000-1, 7.6): 40-bit RC4, which every reader
 * supports.
 */
const PADDING = Buffer.from(
  '28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a',
  'hex',
);
const PERMISSIONS = -64;
const ID = Buffer.from('0123456789abcdef');
const KEY_BYTES = 5;

export interface PdfLock {
  readonly encrypt: (objectNumber: number, content: Buffer) => Buffer;
  /** The file's trailer entries for the lock. */
  readonly trailer: string;
}

/**
 * A lock that opens with `password`. With an empty password every reader opens the file and only
 * asks its user not to print it.
 */
export function lockPdf(password: string): PdfLock {
  const user = padded(password);
  const owner = rc4(md5(padded('owner')).subarray(0, KEY_BYTES), user);
  const permissions = Buffer.alloc(4);
  permissions.writeInt32LE(PERMISSIONS);
  const key = md5(user, owner, permissions, ID).subarray(0, KEY_BYTES);
  return {
    encrypt(objectNumber, content) {
      const number = Buffer.alloc(5);
      number.writeUIntLE(objectNumber, 0, 3);
      return rc4(md5(key, number).subarray(0, KEY_BYTES + 5), content);
    },
    trailer: `/ID[<${ID.toString('hex')}><${ID.toString('hex')}>]/Encrypt<</Filter/Standard/V 1/R 2/O<${owner.toString('hex')}>/U<${rc4(key, PADDING).toString('hex')}>/P ${PERMISSIONS}>>`,
  };
}

function padded(password: string): Buffer {
  return Buffer.concat([Buffer.from(password), PADDING]).subarray(0, PADDING.byteLength);
}

function md5(...parts: readonly Buffer[]): Buffer {
  return createHash('md5').update(Buffer.concat(parts)).digest();
}

/** OpenSSL no longer supports RC4. */
function rc4(key: Buffer, content: Buffer): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index);
  const at = (index: number): number => state[index % 256] ?? 0;
  const swap = (one: number, other: number): void => {
    [state[one], state[other]] = [at(other), at(one)];
  };
  let other = 0;
  for (let index = 0; index < 256; index += 1) {
    other = (other + at(index) + (key[index % key.byteLength] ?? 0)) % 256;
    swap(index, other);
  }
  let index = 0;
  other = 0;
  return Buffer.from(
    content.map((byte) => {
      index = (index + 1) % 256;
      other = (other + at(index)) % 256;
      swap(index, other);
      return byte ^ at(at(index) + at(other));
    }),
  );
}
