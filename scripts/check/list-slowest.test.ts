import { expect, test } from '@jest/globals';
import { listSlowest } from './list-slowest.ts';

test('lists the twenty slowest files, slowest first, and the total time', () => {
  const files = Array.from({ length: 25 }, (_, n) => ({ path: `/r/${n}.test.ts`, seconds: n }));
  const lines = listSlowest(files, '/r');
  expect(lines).toHaveLength(21);
  expect(lines.slice(0, 2)).toEqual(['slow   24.0 s 24.test.ts', 'slow   23.0 s 23.test.ts']);
  expect(lines.at(-1)).toBe('slow   300 s all 25 files, several at a time');
});
