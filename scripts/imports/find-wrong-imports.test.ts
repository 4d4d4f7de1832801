import { expect, test } from '@jest/globals';
import { findWrongImports } from './find-wrong-imports.ts';

const table = {
  'packages/a/src': {
    ground: ['errors.ts'],
    rows: { low: [], high: ['low'] },
  },
};

const needed = { from: 'packages/a/src/high/one.ts', to: 'packages/a/src/low/two.ts' };

test('allows listed imports, imports of the ground, and any import by a top-level file', () => {
  const imports = [
    needed,
    { from: 'packages/a/src/low/two.ts', to: 'packages/a/src/errors.ts' },
    { from: 'packages/a/src/index.ts', to: 'packages/a/src/high/one.ts' },
    { from: 'packages/a/src/index.ts', to: 'packages/a/src/create.ts' },
    { from: 'packages/a/src/low/two.ts', to: 'packages/b/src/index.ts' },
  ];
  expect(findWrongImports(imports, table)).toEqual([]);
});

test.each([
  ['a folder above', 'low/two.ts', 'high/one.ts'],
  ['a file on top', 'low/two.ts', 'index.ts'],
  ['a folder without a row', 'new/three.ts', 'low/two.ts'],
  ['a folder, from the ground', 'errors.ts', 'low/two.ts'],
])('names an import of %s', (_what, from, to) => {
  const wrong = { from: `packages/a/src/${from}`, to: `packages/a/src/${to}` };
  expect(findWrongImports([needed, wrong], table)).toEqual([
    expect.stringContaining(
      `${wrong.from} imports ${wrong.to}, but "${from.replace(/\/.*/, '')}" may import errors.ts of`,
    ),
  ]);
});

test('names unused entries and folders that import each other', () => {
  const rows = { low: ['high'], high: ['low'] };
  const circle = { 'packages/a/src': { rows } };
  expect(findWrongImports([needed], circle)).toEqual([
    expect.stringContaining('the row "low" names "high", not a row above it'),
    expect.stringContaining('nothing in "low" imports "high": remove it'),
  ]);
});
