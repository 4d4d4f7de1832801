import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto';
import { assertSealingKeys, type SealingKey } from './sealing-keys.ts';

/** Hides strings that clients send back, such as positions. */
export interface StableSealer {
  /**
   * Returns the same base64url text for the same text and context, without saying which key sealed
   * it. Made with the first key.
   */
  readonly sealStable: (text: string, context: string) => string;
  /**
   * Opens with the key that sealed it. Undefined for text that no key of this service sealed, and
   * for another context.
   */
  readonly openStable: (sealed: string, context: string) => string | undefined;
}

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * AES-256-GCM with a nonce that is an HMAC of the content, so only equal contents share a nonce.
 * The keys are derived from the sealing keys and used for nothing else. Throws
 * InvalidSealingKeyError.
 */
export function createStableSealer(sealingKeys: readonly SealingKey[]): StableSealer {
  assertSealingKeys(sealingKeys);
  const keys = sealingKeys.map(({ key }) => ({
    nonces: deriveKey(key, 'nonce'),
    texts: deriveKey(key, 'text'),
  }));
  return {
    sealStable(text, context) {
      const [key] = keys;
      if (!key) throw new TypeError('A checked list of sealing keys is empty.');
      const nonce = createHmac('sha256', key.nonces)
        .update(JSON.stringify([context, text]))
        .digest()
        .subarray(0, NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, key.texts, nonce, { authTagLength: TAG_BYTES });
      cipher.setAAD(Buffer.from(context));
      const sealed = [nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()];
      return Buffer.concat(sealed).toString('base64url');
    },
    openStable(sealed, context) {
      const bytes = Buffer.from(sealed, 'base64url');
      const isWhole = bytes.length > NONCE_BYTES + TAG_BYTES;
      // Unused bits of the last character would allow several encodings of one text.
      if (!isWhole || bytes.toString('base64url') !== sealed) return undefined;
      for (const { texts } of keys) {
        const text = openWith(texts, bytes, context);
        if (text !== undefined) return text;
      }
      return undefined;
    },
  };
}

function openWith(key: Uint8Array, bytes: Buffer, context: string): string | undefined {
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  const opened = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
  try {
    return Buffer.concat([opened, decipher.final()]).toString('utf8');
  } catch {
    // The text was sealed with another key or for another context, or never.
    return undefined;
  }
}

function deriveKey(key: Uint8Array, use: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', key, '', `errand stable ${use}`, KEY_BYTES));
}
