import { expect, test } from '@jest/globals';
import { redactParts } from './redact-parts.ts';
import { createSecretFinder } from './redactor.ts';

const find = createSecretFinder(['Zq7!pä /&+X9"w<kT', '493817']);

test.each([
  [
    ['<Zq7!pä /', '&+X9"w<kT>'],
    ['<[redacted]', '>'],
  ],
  [
    ['a', '4', '9', '3', '8', '1', '7', 'b'],
    ['a', '[redacted]', '', '', '', '', '', 'b'],
  ],
  [
    ['493817 and 49', '', '3817', ' or 4', '93817493', '817'],
    ['[redacted] and [redacted]', '', '', ' or [redacted]', '', ''],
  ],
  [
    ['493', '\n  ', '817', ' ', '!'],
    ['[redacted]', '\n  ', '', ' ', '!'],
  ],
  [['is 493817'], ['is [redacted]']],
])('redacts a secret that is spread over %j', (parts, redacted) => {
  expect(redactParts(parts, find)).toEqual(redacted);
});

test('returns the same list if it contains no secret', () => {
  const parts = ['493', 'x', ' ', '817'];
  expect(redactParts(parts, find)).toBe(parts);
});
