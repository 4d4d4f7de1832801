import { expect, test } from '@jest/globals';
import { hintCases } from './hint-cases.ts';
import { measureHints } from './measure-hints.ts';

test('suggests a working locator when an element of a changed page is not found', async () => {
  const rows = await measureHints(hintCases);
  expect(rows.map(({ name, problem }) => ({ name, problem }))).toEqual(
    hintCases.map(({ name }) => ({ name, problem: undefined })),
  );
  expect(rows.filter(({ place }) => place > 0).length).toBeGreaterThanOrEqual(24);
  // The first hint matters most, because people paste that one.
  expect(rows.filter(({ place }) => place === 1).length).toBeGreaterThanOrEqual(20);
});
