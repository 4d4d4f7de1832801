import { createGuardrails, generateSync } from 'otplib';
import type { Refuse } from './secret-source.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const DEFAULT_PERIOD_SECONDS = 30;
const hashes = { SHA1: 'sha1', SHA256: 'sha256', SHA512: 'sha512' } as const;
/** Real portals issue 10-byte seeds, which the library would refuse. */
const guardrails = createGuardrails({ MIN_SECRET_BYTES: 1, MAX_SECRET_BYTES: 1024 });

interface Seed {
  readonly bytes: Uint8Array;
  readonly algorithm: (typeof hashes)[keyof typeof hashes];
  readonly period: number;
}

/**
 * Returns the one-time code for a moment (RFC 6238: SHA-1 and 30 s, unless the seed is an
 * `otpauth://` URI that says otherwise) and its expiry. The seed is base32; spaces, lower case and
 * padding are ignored.
 */
export function makeCode(
  seedText: string,
  { digits, at, refuse }: { readonly digits: number; readonly at: Date; readonly refuse: Refuse },
): { readonly code: string; readonly expiresAt: Date } {
  const seed = readSeed(seedText.trim());
  if (!seed)
    throw refuse('its value is not a seed for one-time codes: base32 has A to Z and 2 to 7.');
  const { bytes: secret, algorithm, period } = seed;
  const epoch = Math.floor(at.getTime() / 1000);
  const code = generateSync({
    secret,
    digits,
    algorithm,
    period,
    epoch,
    guardrails,
  });
  const expiresAt = new Date((Math.floor(epoch / period) + 1) * period * 1000);
  return { code, expiresAt };
}

function readSeed(text: string): Seed | undefined {
  if (!text.startsWith('otpauth://totp/')) {
    const bytes = decodeBase32(text);
    return bytes && { bytes, algorithm: 'sha1', period: DEFAULT_PERIOD_SECONDS };
  }
  const parameters = URL.parse(text)?.searchParams;
  const bytes = decodeBase32(parameters?.get('secret') ?? '');
  const algorithm = hashOf(parameters?.get('algorithm') ?? 'SHA1');
  const period = Number(parameters?.get('period') ?? DEFAULT_PERIOD_SECONDS);
  if (!bytes || !algorithm || !Number.isInteger(period) || period < 1) return undefined;
  return { bytes, algorithm, period };
}

function hashOf(name: string): Seed['algorithm'] | undefined {
  const found = Object.entries(hashes).find(([known]) => known === name.toUpperCase());
  return found?.[1];
}

/**
 * Decodes base32. Drops trailing bits that do not fill a byte, as authenticator apps do; undefined
 * for anything but base32.
 */
function decodeBase32(text: string): Uint8Array | undefined {
  const bytes: number[] = [];
  let buffer = 0;
  let bits = 0;
  for (const character of text.replaceAll(/[\s=-]/g, '').toUpperCase()) {
    const value = ALPHABET.indexOf(character);
    if (value === -1) return undefined;
    buffer = ((buffer << 5) | value) & 0xfff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((buffer >> bits) & 0xff);
  }
  return bytes.length > 0 ? Uint8Array.from(bytes) : undefined;
}
