import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { InvalidStreamKeyError } from '../stream-ticket-errors.ts';

/** An elliptic-curve key (P-256) and its name in tickets. */
export interface StreamKey {
  /** `kid` in the header of a ticket: letters, digits, `-` and `_`, at most 32. */
  readonly id: string;
  readonly key: KeyObject;
}

const ID_PATTERN = /^[\w-]{1,32}$/;
const BASE64_PATTERN = /^[A-Za-z0-9+/]+={0,2}$/;
const WAY_OUT = 'make one with "errand admin stream-keys create"';

/**
 * Parses the setting STREAM_SIGNING_KEYS: `kid:base64 of PKCS#8 DER`, newest first,
 * comma-separated. Throws InvalidStreamKeyError, which names the entry by its position and never
 * shows it.
 */
export function parseSigningKeys(setting: string): readonly StreamKey[] {
  return parseStreamKeys(setting, (der) =>
    createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }),
  );
}

/**
 * Parses the setting STREAM_VERIFYING_KEYS: `kid:base64 of SPKI DER`, comma-separated. Throws
 * InvalidStreamKeyError.
 */
export function parseVerifyingKeys(setting: string): readonly StreamKey[] {
  return parseStreamKeys(setting, (der) =>
    createPublicKey({ key: der, format: 'der', type: 'spki' }),
  );
}

/** Throws InvalidStreamKeyError for missing keys or a duplicate `kid`. */
export function assertStreamKeys(
  keys: readonly StreamKey[],
): readonly [StreamKey, ...(readonly StreamKey[])] {
  const [first, ...others] = keys;
  if (!first) throw new InvalidStreamKeyError('There is no stream key: at least one is needed.');
  const ids = keys.map(({ id }) => id);
  const repeated = ids.find((id, index) => ids.indexOf(id) !== index);
  if (repeated === undefined) return [first, ...others];
  throw new InvalidStreamKeyError(
    `The stream key id "${repeated}" is used twice: every key needs its own id.`,
  );
}

function parseStreamKeys(setting: string, load: (der: Buffer) => KeyObject): readonly StreamKey[] {
  return assertStreamKeys(
    setting.split(',').map((entry, index) => {
      const [, id = '', encoded = ''] = /^([^:]*):(.*)$/.exec(entry.trim()) ?? [];
      if (!ID_PATTERN.test(id) || !BASE64_PATTERN.test(encoded)) {
        throw new InvalidStreamKeyError(
          `Stream key ${index + 1} is not "kid:base64", with a kid of 1 to 32 letters, digits, "-" or "_": ${WAY_OUT}.`,
        );
      }
      return { id, key: loadKey(Buffer.from(encoded, 'base64'), { load, place: index + 1 }) };
    }),
  );
}

interface KeySource {
  readonly load: (der: Buffer) => KeyObject;
  readonly place: number;
}

function loadKey(der: Buffer, { load, place }: KeySource): KeyObject {
  const key = tryLoad(der, load);
  if (key?.asymmetricKeyDetails?.namedCurve === 'prime256v1') return key;
  // The loader distinguishes private from public keys, so a key of the wrong kind also fails here.
  throw new InvalidStreamKeyError(`Stream key ${place} is not such a P-256 key: ${WAY_OUT}.`);
}

function tryLoad(der: Buffer, load: (der: Buffer) => KeyObject): KeyObject | undefined {
  try {
    return load(der);
  } catch {
    // OpenSSL's message is useless, and chains of causes reach logs.
    return undefined;
  }
}
