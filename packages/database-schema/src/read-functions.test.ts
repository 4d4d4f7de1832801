import { expect, test } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readFunctions } from './read-functions.ts';

async function read(files: Readonly<Record<string, string>>) {
  const directory = mkdtempSync(join(tmpdir(), 'errand-functions-'));
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text);
    return await readFunctions(directory);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

test('reads required functions first', async () => {
  const files = await read({
    'a.sql': '-- requires: b, c\n',
    'b.sql': '-- requires: c\n-- requires: d\n',
    'c.sql': '',
    'd.sql': '',
    'README.md': '',
  });
  expect(files.map(({ name }) => name)).toEqual(['c', 'd', 'b', 'a']);
});

test('refuses a dependency cycle, and a name without a file', async () => {
  const circle = { 'a.sql': '-- requires: b\n', 'b.sql': '-- requires: a\n' };
  await expect(read(circle)).rejects.toThrow('SQL functions in a circle: a > b > a');
  const missing = { 'a.sql': '-- requires: b\n' };
  await expect(read(missing)).rejects.toThrow('a.sql requires "b", which has no file.');
});

test('every file names the functions that its body calls', async () => {
  const files = await readFunctions();
  for (const { name, text, requires } of files) {
    const code = text.replaceAll(/--.*/g, '');
    const calls = files.filter((file) => new RegExp(`\\b${file.name}\\(`).test(code));
    expect([name, ...requires]).toEqual([
      name,
      ...calls
        .map((file) => file.name)
        .filter((call) => call !== name)
        .toSorted(),
    ]);
  }
});

test('every file has one function with the name of the file, and says which locks it takes', async () => {
  for (const { name, text } of await readFunctions()) {
    expect([name, text.match(/^CREATE OR REPLACE FUNCTION \w+/gm)]).toEqual([
      name,
      [`CREATE OR REPLACE FUNCTION ${name}`],
    ]);
    const [head = ''] = text.split('CREATE OR REPLACE FUNCTION');
    expect([name, head.match(/^-- Locks: .+/gm)]).toEqual([name, [expect.any(String)]]);
  }
});
