import { expect, test } from '@jest/globals';
import { isNewer } from './is-newer.ts';

test.each([
  ['1.10.0', '1.9.0'],
  ['0.1.0', '0.1.0-rc.1'],
  ['0.1.0-rc.10', '0.1.0-rc.2'],
  ['0.2.0-rc.1', '0.1.0'],
])('%s is newer than %s, and not the other way round', (newer, older) => {
  expect([isNewer(newer, older), isNewer(older, newer)]).toEqual([true, false]);
});

test('no version is newer than itself', () => {
  expect([isNewer('0.1.0', '0.1.0'), isNewer('0.1.0-rc.1', '0.1.0-rc.1')]).toEqual([false, false]);
});
