import { expect, test } from '@jest/globals';
import { createRedactor, redactDeep, redactJson } from './index.ts';

const redact = createRedactor(['correct horse']);

test('redacts strings and names at any depth and leaves the rest unchanged', () => {
  const bytes = new Uint8Array([1, 2]);
  const date = new Date(0);
  const value = {
    text: 'a correct horse b',
    list: ['correct horse', 1, null, { 'the correct horse': ['correct%20horse'] }],
    bytes,
    date,
    missing: undefined,
  };

  const redacted = redactDeep(value, redact);

  expect(redacted).toEqual({
    text: 'a [redacted] b',
    list: ['[redacted]', 1, null, { 'the [redacted]': ['[redacted]'] }],
    bytes,
    date,
    missing: undefined,
  });
  expect(redacted.bytes).toBe(bytes);
  expect(value.text).toBe('a correct horse b');
});

test('redacts a number in JSON if the whole number is a secret', () => {
  const hideCode = createRedactor(['493027']);
  const told = { code: 493027, list: [493027.5, 14930270, 1], text: '493027' };

  expect(redactJson(told, hideCode)).toEqual({
    code: '[redacted]',
    list: [493027.5, 14930270, 1],
    text: '[redacted]',
  });
  expect(redactDeep(told, hideCode).code).toBe(493027);
});
