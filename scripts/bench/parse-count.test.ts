import { expect, test } from '@jest/globals';
import { parseCount } from './parse-count.ts';

test('reads a whole number from 1, and names the flag for any other value', () => {
  expect(parseCount('tasks', '20')).toBe(20);
  for (const text of ['0', '-1', '1.5', 'many', '', '1e400']) {
    expect(() => parseCount('tasks', text)).toThrow(
      `--tasks is "${text}": specify a whole number from 1.`,
    );
  }
});
