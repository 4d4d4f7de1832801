import { expect, test } from '@jest/globals';
import { fitVariables } from './fit-variables.ts';

const long = 'x'.repeat(96);

test('leaves out the largest values, as few as possible, and keeps the order', () => {
  const variables = { a: [long, long], b: [1], c: [long] };
  expect(fitVariables(variables, 302)).toEqual(variables);
  expect(Object.entries(fitVariables(variables, 301))).toEqual([
    ['a', ['[left out: 199 bytes]']],
    ['b', [1]],
    ['c', [long]],
  ]);
  expect(fitVariables(variables, 0)).toMatchObject({ c: ['[left out: 100 bytes]'] });
  expect(fitVariables({ umlauts: ['ü'] }, 5)).toEqual({ umlauts: ['[left out: 6 bytes]'] });
});
