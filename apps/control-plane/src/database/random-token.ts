import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits, as 43 characters behind the prefix. */
export function createToken(prefix = ''): string {
  return `${prefix}${randomBytes(32).toString('base64url')}`;
}

/**
 * What is kept of a token. It needs no slow hash, because there is nothing to guess, and no comparison in constant time:
 * how long one takes says something of a hash that nobody can steer towards a token.
 */
export function hashToken(token: string): Buffer<ArrayBuffer> {
  return createHash('sha256').update(token).digest();
}
