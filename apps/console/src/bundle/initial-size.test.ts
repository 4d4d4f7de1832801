import { expect, test } from '@jest/globals';
import { checkInitial, type BundleFile, INITIAL_LIMIT, measureInitial } from './initial-size.ts';

const chunk = (fileName: string, imports: string[] = [], isEntry = false): BundleFile => ({
  type: 'chunk',
  fileName,
  code: `export const name = ${JSON.stringify(fileName.repeat(50))};`,
  imports,
  isEntry,
});

test('counts the entry and its imports once each, but no pages loaded later', () => {
  const shared = chunk('shared.js', ['entry.js']);
  const entry = chunk('entry.js', ['shared.js'], true);
  const both = measureInitial([entry, shared, chunk('page.js', ['shared.js'])]);
  expect(both).toBe(measureInitial([entry, shared]));
  expect(both).toBeGreaterThan(measureInitial([chunk('entry.js', [], true)]));
});

test('refuses a first page that is too large', () => {
  expect(() => checkInitial(INITIAL_LIMIT)).not.toThrow();
  expect(() => checkInitial(INITIAL_LIMIT + 1)).toThrow(/150001 bytes/);
});
