import { expect, test } from '@jest/globals';
import { holdsMoreValuesThan } from './holds-more-values-than.ts';

const holds = (json: string, values: number) => holdsMoreValuesThan(Buffer.from(json), values);

test.each([
  ['7', 1],
  ['",,,[[["', 1],
  [String.raw`{"a\",,":"\\,"}`, 2],
  ['[1,2,3]', 4],
  ['{"a":1,"b":[2]}', 4],
])('counts the values of %s as %i', (json, values) => {
  expect([holds(json, values), holds(json, values - 1)]).toEqual([false, values > 1]);
});
