import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { actions } from './action-registry.ts';

const groups = ['interaction', 'extraction', 'assertion', 'misc', 'node'] as const;

test.each(groups)('holds one action per file of %s, named after its kind', (group) => {
  const files = readdirSync(join(import.meta.dirname, group))
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => file.replace('.ts', '').replaceAll('-', '_'));
  const kinds = actions.filter((action) => action.group === group).map(({ kind }) => kind);
  expect(kinds.toSorted()).toEqual(files.toSorted());
});

test('has exactly one folder per group', () => {
  const folders = readdirSync(import.meta.dirname, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  expect(folders.toSorted()).toEqual(groups.toSorted());
});

test('describes every action in one sentence', () => {
  const summaries = actions.map(({ summary }) => summary);
  expect(summaries.filter((summary) => !/^[A-Z][^.]*\.$/.test(summary))).toEqual([]);
});
