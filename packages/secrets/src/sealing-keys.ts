import { InvalidSealingKeyError } from './secrets-errors.ts';

export interface SealingKey {
  /** Included in every text that the key seals: letters, digits, `-` and `_`, at most 32. */
  readonly id: string;
  /** 32 bytes. */
  readonly key: Uint8Array;
}

const KEY_BYTES = 32;
const ID_PATTERN = /^[\w-]{1,32}$/;
const BASE64_PATTERN = /^[A-Za-z0-9+/_-]+={0,2}$/;

/**
 * Parses `id:base64,id2:base64`, newest key first, in either base64 alphabet. Throws
 * InvalidSealingKeyError, which names the entry by its position and never shows it.
 */
export function parseSealingKeys(setting: string): readonly SealingKey[] {
  const keys = setting.split(',').map((entry, index) => parseEntry(entry.trim(), index + 1));
  assertSealingKeys(keys);
  return keys;
}

/**
 * Throws InvalidSealingKeyError for missing keys, a wrong length, a malformed id or a duplicate id.
 */
export function assertSealingKeys(keys: readonly SealingKey[]): void {
  if (keys.length === 0) {
    throw new InvalidSealingKeyError('There is no sealing key: at least one is needed.');
  }
  for (const [index, { id, key }] of keys.entries()) assertSealingKey(id, key, index + 1);
  const ids = keys.map(({ id }) => id);
  const repeated = ids.find((id, index) => ids.indexOf(id) !== index);
  if (repeated !== undefined) {
    throw new InvalidSealingKeyError(
      `The sealing key id "${repeated}" is used twice: every key needs its own id.`,
    );
  }
}

function parseEntry(entry: string, place: number): SealingKey {
  const separator = entry.indexOf(':');
  if (separator < 0) {
    throw new InvalidSealingKeyError(
      `Sealing key ${place} has no ":": write id:base64, for example with a key from "openssl rand -base64 32".`,
    );
  }
  const encoded = entry.slice(separator + 1);
  if (!BASE64_PATTERN.test(encoded)) {
    throw new InvalidSealingKeyError(
      `Sealing key ${place} is not base64: write id:base64, for example with a key from "openssl rand -base64 32".`,
    );
  }
  return { id: entry.slice(0, separator), key: Buffer.from(encoded, 'base64') };
}

function assertSealingKey(id: string, key: Uint8Array, place: number): void {
  if (!ID_PATTERN.test(id)) {
    throw new InvalidSealingKeyError(
      `The id of sealing key ${place} is not valid: use 1 to 32 letters, digits, "-" or "_".`,
    );
  }
  if (key.byteLength !== KEY_BYTES) {
    throw new InvalidSealingKeyError(
      `Sealing key ${place} ("${id}") has ${key.byteLength} bytes; it must have ${KEY_BYTES}.`,
    );
  }
}
