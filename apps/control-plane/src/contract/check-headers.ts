import { expect } from '@jest/globals';
import type { ContractOperation } from './read-operations.ts';

/** Headers that say something of the request or its answer; all others are of HTTP itself or for browsers. */
const OWN = /^(?:x-request-id|x-error-code|x-api-key-.*|retry-after|www-authenticate)$/;

/**
 * Compares the headers of an answer with those that the document declares for its status. An error has a declared code, the same
 * as in its body if that has one; an answer to an API key that expires soon says so.
 */
export function checkHeaders(
  operation: ContractOperation,
  { status, headers, text }: Pick<Response, 'status' | 'headers'> & { readonly text: string },
  apiKeyExpiresAt: Date | undefined,
): void {
  if (!operation.statuses.includes(status)) return;
  const declared = operation.headersOf(status);
  const present = [...headers.keys()].filter((name) => OWN.test(name));
  expect(Object.keys(declared)).toEqual(expect.arrayContaining(present));
  if (status >= 400) {
    const code = headers.get('x-error-code');
    expect(declared['x-error-code']?.enum).toContain(code);
    const { error, code: own = error?.code } = JSON.parse(text);
    expect(own ?? code).toBe(code);
  }
  const answersKey = operation.scope !== undefined && status !== 401;
  if (answersKey && apiKeyExpiresAt !== undefined) {
    expect(headers.get('x-api-key-expires-at')).toBe(apiKeyExpiresAt.toISOString());
  }
}
