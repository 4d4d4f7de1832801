import type { JsonValue } from '@errand/foundation';
import { createCipheriv, createDecipheriv, createSecretKey, randomBytes } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { createFingerprinter, type Fingerprinter } from './fingerprint.ts';
import { SealedValueError } from './secrets-errors.ts';
import { assertSealingKeys, type SealingKey } from './sealing-keys.ts';
import { createStableSealer, type StableSealer } from './stable-sealer.ts';

export interface Sealer extends Fingerprinter, StableSealer {
  /**
   * Seals with the first key. `context` names where the value is stored, such as
   * `task:<id>:rdp_parameter`.
   */
  readonly seal: (value: JsonValue, context: string) => string;
  /** Prefix of every text that the first key has sealed, and of no other. */
  readonly currentPrefix: string;
  /**
   * Opens with the key that sealed the text. Throws SealedValueError, including for another
   * context.
   */
  readonly unseal: (text: string, context: string) => JsonValue;
}

interface SealerOptions {
  /** The first key seals, all open. To rotate, put a new key in front and keep the old ones. */
  readonly keys: readonly SealingKey[];
}

const ALGORITHM = 'aes-256-gcm';
const VERSION = 'v1';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const TAG_CHARACTERS = 22;
/** What precedes the ciphertext, which is too long for a pattern: matching would exhaust the stack. */
const HEAD = /^v1\.([\w-]{1,32})\.([\w-]{16})\./;

/**
 * Seals values at rest in the database: `v1.<key id>.<nonce>.<ciphertext and tag>`, base64url. A
 * sealed value opens only in the context it was sealed for, so it cannot be moved to another row.
 * Throws InvalidSealingKeyError.
 */
export function createSealer({ keys }: SealerOptions): Sealer {
  assertSealingKeys(keys);
  const secretKeys = new Map(keys.map(({ id, key }) => [id, createSecretKey(key)]));
  const [current] = secretKeys;
  if (!current) throw new TypeError('A checked list of sealing keys is empty.');
  const [sealingId, sealingKey] = current;

  return {
    currentPrefix: `${VERSION}.${sealingId}.`,
    ...createFingerprinter(keys),
    ...createStableSealer(keys),
    seal(value, context) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, sealingKey, nonce, { authTagLength: TAG_BYTES });
      cipher.setAAD(additionalData(sealingId, context));
      const ciphertext = [cipher.update(toJson(value, context), 'utf8'), cipher.final()];
      const sealed = Buffer.concat([...ciphertext, cipher.getAuthTag()]);
      return [VERSION, sealingId, nonce.toString('base64url'), sealed.toString('base64url')].join(
        '.',
      );
    },
    unseal(text, context) {
      const [head = '', id, nonce] = HEAD.exec(text) ?? [];
      const sealed = text.slice(head.length);
      if (id === undefined || nonce === undefined || sealed.length < TAG_CHARACTERS) {
        throw new SealedValueError(context, 'it does not have the form of a sealed value.');
      }
      const key = secretKeys.get(id);
      if (key === undefined) {
        throw new SealedValueError(
          context,
          `it was sealed with the key "${id}", which is not among the keys given.`,
        );
      }
      return JSON.parse(decrypt({ key, id, nonce, sealed }, context));
    },
  };
}

/** The key id is authenticated too, so that a sealed value cannot claim another key. */
function additionalData(keyId: string, context: string): Buffer {
  return Buffer.from(JSON.stringify([VERSION, keyId, context]), 'utf8');
}

function toJson(value: JsonValue, context: string): string {
  const json: unknown = JSON.stringify(value);
  if (typeof json === 'string') return json;
  throw new TypeError(`The value of "${context}" is not a JSON value.`);
}

interface SealedParts {
  readonly key: KeyObject;
  readonly id: string;
  readonly nonce: string;
  readonly sealed: string;
}

function decrypt({ key, id, nonce, sealed }: SealedParts, context: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  // Unused bits of the last character would allow several encodings of one value.
  if (bytes.toString('base64url') !== sealed) {
    throw new SealedValueError(context, 'its last part is not base64url.');
  }
  const decipher = createDecipheriv(ALGORITHM, key, Buffer.from(nonce, 'base64url'), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(additionalData(id, context));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  const opened = decipher.update(bytes.subarray(0, -TAG_BYTES));
  try {
    return Buffer.concat([opened, decipher.final()]).toString('utf8');
  } catch {
    // Drop the cause: it adds nothing, and chains of causes reach logs.
    throw new SealedValueError(context, 'it was changed, or sealed for another place.');
  }
}
