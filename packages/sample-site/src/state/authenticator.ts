import { createHmac } from 'node:crypto';

/** The authenticator secret of every `totp.…` account, in base 32. */
const AUTHENTICATOR_SECRET = 'JBSWY3DPEHPK3PXP';
const STEP_SECONDS = 30;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/**
 * Returns whether the six digits are the code of the current or the previous step (RFC 6238). The
 * only use of the clock.
 */
export function isAuthenticatorCode(code: string, now: Date): boolean {
  const step = Math.floor(now.getTime() / 1_000 / STEP_SECONDS);
  return code === codeAt(step) || code === codeAt(step - 1);
}

export function codeAt(step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', decodeBase32(AUTHENTICATOR_SECRET)).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 0xf;
  const number = digest.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}

function decodeBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0'));
  const bytes = bits.join('').match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}
