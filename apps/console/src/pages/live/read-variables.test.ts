import { expect, test } from '@jest/globals';
import { readVariables } from './read-variables.ts';

test('reads a variable from each line and collects all values of a name', () => {
  expect(readVariables('code = 12\n\n item=a=b \nitem = c')).toEqual({
    code: ['12'],
    item: ['a=b', 'c'],
  });
  expect(readVariables('')).toEqual({});
});

test('reports a line that is not a variable', () => {
  expect(() => readVariables('code = 1\n493817')).toThrow(
    '"493817" is not a variable: write name = value.',
  );
});
