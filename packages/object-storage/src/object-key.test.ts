import { expect, test } from '@jest/globals';
import { assertObjectKey, assertObjectKeyPrefix } from './object-key.ts';
import { InvalidObjectKeyError } from './object-storage-errors.ts';

test.each(['a', 'a/b/c.txt', 'ü/日本語 🧾', '..a/b..', '...', '%2e%2e/a', 'a\\b', 'x'.repeat(240)])(
  'accepts the key %j',
  (key) => {
    expect(() => assertObjectKey(key)).not.toThrow();
  },
);

test.each([
  ['', 'empty'],
  ['/a', 'empty'],
  ['a/', 'empty'],
  ['a//b', 'empty'],
  ['.', '"." or ".."'],
  ['../a', '"." or ".."'],
  ['a/../b', '"." or ".."'],
  ['a/..', '"." or ".."'],
  ['a\u0000b', 'printable'],
  ['a\nb', 'printable'],
  ['a\u2028b', 'printable'],
  ['a\ud800', 'printable'],
  ['ü'.repeat(121), '240 bytes'],
  [`${'x'.repeat(200)}/`.repeat(6), '1024 bytes'],
])('refuses the key %j: %s', (key, rule) => {
  expect(() => assertObjectKey(key)).toThrow(InvalidObjectKeyError);
  expect(() => assertObjectKey(key)).toThrow(rule);
});

test('accepts only prefixes that end with a slash', () => {
  expect(() => assertObjectKeyPrefix('a/b/')).not.toThrow();
  expect(() => assertObjectKeyPrefix('a/b')).toThrow('a prefix must end with "/"');
  expect(() => assertObjectKeyPrefix('/')).toThrow(InvalidObjectKeyError);
  expect(() => assertObjectKeyPrefix('a/../')).toThrow(InvalidObjectKeyError);
});
