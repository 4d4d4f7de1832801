import type { JsonValue } from '@errand/foundation';
import { createHmac, hkdfSync } from 'node:crypto';
import { assertSealingKeys, type SealingKey } from './sealing-keys.ts';

/** Recognises a value without storing it. */
export interface Fingerprinter {
  /**
   * Returns `<key id>.<43 characters>`, made with the first key. The order of an object's members
   * does not matter.
   */
  readonly fingerprint: (value: JsonValue, context: string) => string;
  /**
   * Compares using the key that made the fingerprint; false when that key is no longer configured.
   */
  readonly hasFingerprint: (fingerprint: string, value: JsonValue, context: string) => boolean;
}

const ALGORITHM = 'sha256';
const KEY_BYTES = 32;

/**
 * Creates fingerprints. They are HMACs because the values contain secrets, and a short secret can
 * be brute-forced from a plain hash. `context` is hashed too, so that equal values in different
 * places differ. Throws InvalidSealingKeyError.
 */
export function createFingerprinter(sealingKeys: readonly SealingKey[]): Fingerprinter {
  assertSealingKeys(sealingKeys);
  const keys = new Map(sealingKeys.map(({ id, key }) => [id, deriveKey(key)]));
  const [currentId = ''] = keys.keys();
  const makeWith = (id: string, value: JsonValue, context: string): string | undefined => {
    const key = keys.get(id);
    const text = JSON.stringify([context, inOrder(value)]);
    return key && `${id}.${createHmac(ALGORITHM, key).update(text).digest('base64url')}`;
  };
  return {
    fingerprint(value, context) {
      const made = makeWith(currentId, value, context);
      if (made === undefined) throw new TypeError('A checked list of sealing keys is empty.');
      return made;
    },
    hasFingerprint: (fingerprint, value, context) =>
      makeWith(fingerprint.split('.', 1)[0] ?? '', value, context) === fingerprint,
  };
}

/** Derives a key for this purpose that does not reveal the sealing key. */
function deriveKey(key: Uint8Array): Uint8Array {
  return new Uint8Array(hkdfSync(ALGORITHM, key, '', 'errand fingerprint', KEY_BYTES));
}

/** Turns members into pairs, because objects always put integer-like names first. */
function inOrder(value: JsonValue): JsonValue {
  if (typeof value !== 'object' || value === null) return value;
  if (isList(value)) return value.map(inOrder);
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return { members: members.map(([name, member]) => [name, inOrder(member)]) };
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
