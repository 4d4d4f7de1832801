import { expect, test } from '@jest/globals';
import { createHash } from 'node:crypto';
import { createSealer } from './index.ts';

const oldKey = { id: 'old', key: Buffer.alloc(32, 1) };
const newKey = { id: 'new', key: Buffer.alloc(32, 2) };
const context = 'submission';
const sealer = createSealer({ keys: [newKey, oldKey] });
const value = { pin: '1234', list: [1, { b: null, a: 'x' }] };

test('recognises a value regardless of member order', () => {
  const fingerprint = sealer.fingerprint(value, context);
  const turned = { list: [1, { a: 'x', b: null }], pin: '1234' };
  expect(sealer.fingerprint(turned, context)).toBe(fingerprint);
  expect(sealer.hasFingerprint(fingerprint, turned, context)).toBe(true);
});

test.each([
  ['another value', { ...value, pin: '1235' }],
  ['a list in another order', { ...value, list: [{ b: null, a: 'x' }, 1] }],
  ['a member more', { ...value, more: null }],
  ['a number instead of a text', { ...value, pin: 1234 }],
  ['pairs instead of members', { members: Object.entries(value) as [string, string][] }],
])('distinguishes the value from %s', (_, other) => {
  const fingerprint = sealer.fingerprint(value, context);
  expect(sealer.hasFingerprint(fingerprint, other, context)).toBe(false);
});

test('distinguishes the same value in another context', () => {
  const fingerprint = sealer.fingerprint(value, context);
  expect(sealer.hasFingerprint(fingerprint, value, 'elsewhere')).toBe(false);
});

test('matches only with the key that made the fingerprint', () => {
  const fingerprint = createSealer({ keys: [oldKey] }).fingerprint(value, context);
  expect(fingerprint).toMatch(/^old\.[\w-]{43}$/);
  expect(sealer.hasFingerprint(fingerprint, value, context)).toBe(true);
  const rotated = createSealer({ keys: [newKey] });
  expect(rotated.hasFingerprint(fingerprint, value, context)).toBe(false);
});

test('cannot be made without the key', () => {
  const plain = createHash('sha256')
    .update(JSON.stringify([context, '1234']))
    .digest('base64url');
  const fingerprint = sealer.fingerprint('1234', context);
  expect(fingerprint).not.toContain(plain);
  const other = createSealer({ keys: [{ id: 'new', key: Buffer.alloc(32, 3) }] });
  expect(other.fingerprint('1234', context)).not.toBe(fingerprint);
});
