import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits, as 43 characters after the prefix. */
export function createToken(prefix = ''): string {
  return `${prefix}${randomBytes(32).toString('base64url')}`;
}

/**
 * The stored form of a token. It needs no slow hash, because random tokens cannot be guessed, and
 * no constant-time comparison: timing would leak only parts of a hash, which do not help guess a
 * token.
 */
export function hashToken(token: string): Buffer<ArrayBuffer> {
  return createHash('sha256').update(token).digest();
}
