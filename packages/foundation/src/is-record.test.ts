import { expect, test } from '@jest/globals';
import { isRecord } from './is-record.ts';

test.each([{}, { a: 1 }, Object.create(null)])('accepts an object: %j', (value) => {
  expect(isRecord(value)).toBe(true);
});

test.each([null, undefined, [], 'text', 1, true, () => undefined])('refuses %p', (value) => {
  expect(isRecord(value)).toBe(false);
});
