import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { UnknownActionError } from './action-errors.ts';
import { actions, findAction } from './action-registry.ts';

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

test('distinguishes kinds of the same name by their group', () => {
  expect(findAction('extraction', 'llm')).not.toBe(findAction('assertion', 'llm'));
});

test('lists the known kinds for an unknown kind', () => {
  expect(() => findAction('misc', 'fail_state')).toThrow(UnknownActionError);
  expect(() => findAction('misc', 'fail_state')).toThrow(
    'There is no misc action "fail_state". Known kinds: count_locator, llm_query, set_variable, wait_for.',
  );
});
