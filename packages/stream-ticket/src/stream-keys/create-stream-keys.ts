import { generateKeyPairSync } from 'node:crypto';
import { InvalidStreamKeyError } from '../stream-ticket-errors.ts';

export interface StreamKeyLines {
  /** Entry for STREAM_SIGNING_KEYS of the control plane. Secret. */
  readonly signing: string;
  /** Entry for STREAM_VERIFYING_KEYS of every gateway. */
  readonly verifying: string;
}

/**
 * Creates a key pair. `id` has 1 to 32 letters, digits, `-` or `_`. Throws InvalidStreamKeyError.
 */
export function createStreamKeys(id: string): StreamKeyLines {
  if (!/^[\w-]{1,32}$/.test(id)) {
    throw new InvalidStreamKeyError(
      `The stream key id "${id}" is not valid: use 1 to 32 letters, digits, "-" or "_".`,
    );
  }
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const der = privateKey.export({ format: 'der', type: 'pkcs8' });
  const publicDer = publicKey.export({ format: 'der', type: 'spki' });
  return {
    signing: `${id}:${der.toString('base64')}`,
    verifying: `${id}:${publicDer.toString('base64')}`,
  };
}
