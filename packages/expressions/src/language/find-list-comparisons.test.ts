import { expect, test } from '@jest/globals';
import { findListComparisons, parseExpression } from '../index.ts';

test.each([
  ['status == "paid"', ['status']],
  ['"paid" != status', ['status']],
  ['{status} == "paid"', ['status']],
  ['len(a) > 2 and (not b == -1 or c[0] == "x")', ['b']],
  ['1 < a[0] == b != None', ['b']],
  ['"x" if done == True else "y"', ['done']],
  ['status[0] == "paid"', []],
  ['status == ["paid"]', []],
  ['status == other', []],
  ['status == other[0]', []],
  ['"paid" in status', []],
  ['len(status) == 2', []],
  ['status[-1].strip() == "paid"', []],
  ['status is not None', []],
])('finds the lists that %s compares with one value', (source, expected) => {
  expect(findListComparisons(parseExpression(source))).toEqual(expected);
});
