import { expect, test } from '@jest/globals';
import { createSealer, InvalidSealingKeyError, parseSealingKeys } from './index.ts';

const first = Buffer.alloc(32, 250);
const second = Buffer.alloc(32, 7);

test('reads keys in order, in either base64 alphabet', () => {
  const setting = `2026:${first.toString('base64url')}, 2025:${second.toString('base64')}`;

  const keys = parseSealingKeys(setting);

  expect(keys).toEqual([
    { id: '2026', key: first },
    { id: '2025', key: second },
  ]);
  expect(createSealer({ keys }).seal(1, 'x')).toMatch(/^v1\.2026\./);
});

test.each([
  ['', 'Sealing key 1 has no ":"'],
  [first.toString('base64'), 'Sealing key 1 has no ":"'],
  [`a:${first.toString('base64')},b`, 'Sealing key 2 has no ":"'],
  ['a:not base64!', 'Sealing key 1 is not base64'],
  ['a:', 'Sealing key 1 is not base64'],
  ['a:c2hvcnQ=', 'Sealing key 1 ("a") has 5 bytes; it must have 32.'],
  [`a b:${first.toString('base64')}`, 'The id of sealing key 1 is not valid'],
  [`:${first.toString('base64')}`, 'The id of sealing key 1 is not valid'],
  [`a:${first.toString('base64')},a:${second.toString('base64')}`, '"a" is used twice'],
])('refuses the setting "%s" with the reason', (setting, message) => {
  expect(() => parseSealingKeys(setting)).toThrow(InvalidSealingKeyError);
  expect(() => parseSealingKeys(setting)).toThrow(message);
});

test('never shows a key in an error', () => {
  const encoded = first.toString('base64');

  expect(() => parseSealingKeys(encoded)).toThrow(
    expect.objectContaining({ message: expect.not.stringContaining(encoded.slice(0, 8)) }),
  );
});
