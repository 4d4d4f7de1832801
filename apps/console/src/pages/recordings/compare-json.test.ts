import { expect, test } from '@jest/globals';
import { compareJson } from './compare-json.ts';

test('shows added and removed lines with the lines around them', () => {
  const nodes = Array.from({ length: 12 }, (_none, index) => `node ${index}`);
  const lines = compareJson({ url: 'a', nodes }, { url: 'a', nodes: nodes.with(9, 'other') });
  expect(lines.map(({ kind }) => kind)).toEqual([
    'gap',
    'same',
    'same',
    'same',
    'removed',
    'added',
    'same',
    'same',
    'same',
  ]);
  expect(lines.find(({ kind }) => kind === 'added')?.text).toBe('    "other",');
});

test('returns no lines for equal values', () => {
  expect(compareJson({ a: [1] }, { a: [1] })).toEqual([]);
});
