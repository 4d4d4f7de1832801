import { expect, test } from '@jest/globals';
import { isDatabaseAway } from './database-faults.ts';

const away = Object.assign(new Error('It stopped.'), { code: '57P01' });
const other = new Error('It is a bug.');

test.each([
  ['in a clean-up', new SuppressedError(away, other)],
  ['before a clean-up that failed, too', new SuppressedError(other, away)],
])('recognises a database that went away %s', (_when, error) => {
  expect(isDatabaseAway(error)).toBe(true);
});

test('treats two other errors as bugs', () => {
  expect(isDatabaseAway(new SuppressedError(other, other))).toBe(false);
});
