import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { listFiles } from './list-files.ts';

let directory: string;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'errand-list-files-'));
  for (const name of ['b.yaml', 'a.json', 'a.report.json', 'C.YML', 'notes.md', '.gitignore']) {
    writeFileSync(join(directory, name), '');
  }
  mkdirSync(join(directory, 'empty.json'));
});

afterAll(() => rmSync(directory, { recursive: true }));

test('a folder stands for its recordings, in order of their names', () => {
  const inFolder = ['C.YML', 'a.json', 'b.yaml'].map((name) => join(directory, name));
  expect(listFiles(['first.json', directory, 'nowhere.json'])).toEqual([
    'first.json',
    ...inFolder,
    'nowhere.json',
  ]);
});

test('refuses a folder without recordings and says what to name instead', () => {
  const empty = join(directory, 'empty.json');
  expect(() => listFiles([empty])).toThrow(
    `"${empty}" has no recordings (.json, .yaml, .yml): name a file, or the folder that "errand recordings pull --dir" wrote.`,
  );
});
