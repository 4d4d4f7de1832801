import { expect, test } from '@jest/globals';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readVersions } from './install-packages.ts';
import { printTotals } from './print-report.ts';
import { widgets } from './widgets.ts';

test('lists each widget file under its name', () => {
  const files = readdirSync(join(import.meta.dirname, 'widgets'));
  expect(widgets.map(({ name }) => `${name}.ts`)).toEqual(files.toSorted());
});

test('gives each case a unique name and a check', () => {
  for (const { name, cases } of widgets) {
    const names = cases.map((gallery) => gallery.name);
    expect([name, new Set(names).size]).toEqual([name, names.length]);
    for (const gallery of cases) expect(gallery.shows ?? gallery.output).toBeDefined();
  }
});

test('uses all packages of the manifest, with exact versions', () => {
  const versions = readVersions();
  for (const { packages } of widgets)
    for (const name of packages)
      expect([name, versions[name]]).toEqual([name, expect.stringMatching(/^\d+\.\d+\.\d+$/)]);
  expect(new Set(widgets.flatMap(({ packages }) => packages)).size).toBeGreaterThanOrEqual(40);
});

test('reports where Errand is behind', () => {
  const verdict = { passed: true, milliseconds: 1_000 };
  const result = { widget: 'w', case: 'c', packages: ['p'], playwright: verdict, errand: verdict };
  const lines: string[] = [];
  const say = (line: string): void => void lines.push(line);
  expect(printTotals([{ ...result, agreement: 'both' }], say)).toBe(true);
  const behind = { ...verdict, passed: false, reason: 'It saw nothing.' };
  expect(printTotals([{ ...result, errand: behind, agreement: 'behind' }], say)).toBe(false);
  expect(lines.at(-1)).toBe('  w: c: It saw nothing.');
});
