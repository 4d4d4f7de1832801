import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suggestLocator } from './foreign/suggest-locator.ts';
import { stepDefinitions } from './grammar/steps.ts';
import { checkLocator } from './parse-locator.ts';

const guide = readFileSync(join(import.meta.dirname, '../../../apps/docs/locators.md'), 'utf8');
const shown = [...guide.matchAll(/^```text\n([^]*?)^```/gm)].flatMap(([, block = '']) =>
  block.trim().split('\n'),
);

test('shows only locators that are accepted', () => {
  expect(shown.length).toBeGreaterThan(20);
  for (const locator of shown) expect(() => checkLocator(locator)).not.toThrow();
});

test('the cheat sheet contains only locators that are accepted', () => {
  const rows = readRows('Cheat sheet');
  expect(rows.length).toBeGreaterThan(10);
  for (const [, locator] of rows) expect(() => checkLocator(locator)).not.toThrow();
});

test('the locators listed next to those of other tools are the ones that errors suggest', () => {
  const rows = readRows('Coming from other tools');
  expect(rows.length).toBeGreaterThan(10);
  expect(rows.map(([source]) => suggestLocator(source))).toEqual(
    rows.map(([, locator]) => locator),
  );
});

test('the grammar names every part of a locator and every named argument', () => {
  const grammar = partOf('The whole grammar');
  const names = [...stepDefinitions].flatMap(([name, { named }]) => [name, ...named]);
  expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(grammar))).toEqual([]);
});

/** Returns the part of the page below a heading. */
function partOf(heading: string): string {
  return guide.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? '';
}

/** Returns the two cells of each row of a table, without code markup. */
function readRows(heading: string): (readonly [string, string])[] {
  const rows = [...partOf(heading).matchAll(/^\| `?(.*?)`? +\| `(.*)` +\|$/gm)];
  return rows.map(([, left = '', right = '']) => [left, right]);
}
