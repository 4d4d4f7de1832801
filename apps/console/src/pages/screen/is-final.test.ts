import { ErrandError } from '@errand/client';
import { expect, test } from '@jest/globals';
import { isFinal } from './is-final.ts';

const errorOf = (status: number) =>
  new ErrandError('No.', {
    status,
    code: undefined,
    requestId: undefined,
    violations: [],
    retryAfterMs: undefined,
  });

test.each([
  [404, true],
  [403, true],
  [409, false],
  [429, false],
  [503, false],
])('a screen that is refused with %i is given up: %s', (status, wanted) => {
  expect(isFinal(errorOf(status))).toBe(wanted);
});
