import { expect } from '@jest/globals';
import type { ContractOperation } from './read-operations.ts';

/** Headers with a meaning specific to Errand; all others belong to HTTP itself or to browsers. */
const OWN =
  /^(?:x-request-id|x-error-code|x-api-key-.*|retry-after|www-authenticate|ratelimit|ratelimit-policy|link|deprecation)$/;

/**
 * Compares the response headers with those that the document declares for the status. An error has
 * a declared code, equal to the one in its body if there is one, and a link to the documentation of
 * that code; a response to an API key that
 * expires soon says so.
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
    expect(headers.get('link')).toContain(`</docs/errors#${code}>; rel="help"`);
    const { error, code: own = error?.code } = JSON.parse(text);
    expect(own ?? code).toBe(code);
  }
  const answersKey = operation.scope !== undefined && status !== 401;
  if (answersKey && apiKeyExpiresAt !== undefined) {
    expect(headers.get('x-api-key-expires-at')).toBe(apiKeyExpiresAt.toISOString());
  }
}
