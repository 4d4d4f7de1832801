import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { createStreamKeys, parseSigningKeys, parseVerifyingKeys } from '../index.ts';

const pair = createStreamKeys('a');
const signing = pair.signing.slice(2);
const p384 = generateKeyPairSync('ec', { namedCurve: 'P-384' });
const encodedP384 = p384.privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');

test('reads its own output, even several lines', () => {
  const other = createStreamKeys('b_2-x');

  const keys = parseSigningKeys(`${pair.signing}, ${other.signing}`);

  expect(keys.map(({ id, key }) => [id, key.type])).toEqual([
    ['a', 'private'],
    ['b_2-x', 'private'],
  ]);
  expect(parseVerifyingKeys(pair.verifying)[0]?.key.type).toBe('public');
});

test.each([
  ['', 'Stream key 1 is not "kid:base64"'],
  [signing, 'Stream key 1 is not "kid:base64"'],
  [`${pair.signing},`, 'Stream key 2 is not "kid:base64"'],
  [`a b:${signing}`, 'Stream key 1 is not "kid:base64"'],
  [`${'x'.repeat(33)}:${signing}`, 'Stream key 1 is not "kid:base64"'],
  ['a:not base64!', 'Stream key 1 is not "kid:base64"'],
  ['a:c2hvcnQ=', 'Stream key 1 is not such a P-256 key: make one with "errand admin stream-keys'],
  [`a:${encodedP384}`, 'Stream key 1 is not such a P-256 key'],
  [pair.verifying, 'Stream key 1 is not such a P-256 key'],
  [`${pair.signing},${pair.signing}`, 'The stream key id "a" is used twice'],
])('refuses "%.20s" as signing keys with the reason, and never shows a key', (setting, message) => {
  const refusal = expect.objectContaining({
    name: 'InvalidStreamKeyError',
    message: expect.not.stringContaining(signing.slice(0, 20)),
  });

  expect(() => parseSigningKeys(setting)).toThrow(refusal);
  expect(() => parseSigningKeys(setting)).toThrow(message);
});

test('refuses a private key in place of a public one', () => {
  expect(() => parseVerifyingKeys(pair.signing)).toThrow('Stream key 1 is not such a P-256 key');
});

test('refuses a key name that the settings cannot represent', () => {
  expect(() => createStreamKeys('my key')).toThrow('The stream key id "my key" is not valid');
});
