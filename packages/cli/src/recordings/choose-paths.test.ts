import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { choosePaths } from './choose-paths.ts';

const parent = mkdtempSync(join(tmpdir(), 'errand-paths-'));
afterAll(() => rmSync(parent, { recursive: true }));

/** Pulls recordings of these names; returns the names of their files. */
async function pull(directory: string, ...names: string[]): Promise<string[]> {
  const paths = await choosePaths(names, { directory, extension: 'json' });
  paths.forEach((path, index) =>
    writeFileSync(path, JSON.stringify({ endpoint_name: names[index] })),
  );
  return paths.map((path) => basename(path));
}

test('recordings whose names differ in replaced characters get separate files', async () => {
  const directory = mkdtempSync(join(parent, 'all-'));
  const files = await pull(directory, 'a b', 'a/b', 'a_b', 'other');
  expect(files).toEqual([
    expect.stringMatching(/^a_b-[0-9a-f]{8}\.json$/),
    expect.stringMatching(/^a_b-[0-9a-f]{8}\.json$/),
    'a_b.json',
    'other.json',
  ]);
  expect(new Set(files).size).toBe(4);
  expect(await pull(directory, 'a b')).toEqual(files.slice(0, 1));
});

test('a recording keeps its file, which another recording with the same file name does not overwrite', async () => {
  const directory = mkdtempSync(join(parent, 'one-'));
  expect(await pull(directory, 'a b')).toEqual(['a_b.json']);
  const [second] = await pull(directory, 'a/b');
  expect(second).toMatch(/^a_b-[0-9a-f]{8}\.json$/);
  expect(await pull(directory, 'a b', 'a/b')).toEqual(['a_b.json', second]);
});
