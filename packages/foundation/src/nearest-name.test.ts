import { expect, test } from '@jest/globals';
import { findNearestName, findNearestNames } from './nearest-name.ts';

test('finds names that differ by a few letters or are longer, the nearest first', () => {
  const known = ['inputs', 'input', 'wait_seconds', 'name'];
  expect(findNearestName('inpts', known)).toBe('inputs');
  expect(findNearestNames('inpts', known)).toEqual(['inputs', 'input']);
  expect(findNearestName('wait', known)).toBe('wait_seconds');
  expect(findNearestName('version', known)).toBeUndefined();
});
