import { expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');
const SOURCES = [
  '*.ts',
  '*.tsx',
  ':!*.test.ts',
  ':!*.test.tsx',
  ':!*.generated.ts',
  ':!*/testing/*',
];
/** A module-level constant that is a number, a string or a pattern. */
const PLAIN =
  /^(?:export )?const (?<name>\w+)(?:: [\w ]+)? =\s+(?:-?[\d._]+(?:e\d+)?(?: [*/] [\d._]+)*|'[^'\n]*'|`[^`$]*`|\/(?![/*]).+\/[a-z]*);$/gm;
const UPPER_SNAKE = /^[A-Z][A-Z\d_]*$/;

/** Lists the constants that are not named in UPPER_SNAKE. */
function findMisnamed(source: string): readonly string[] {
  return source
    .matchAll(PLAIN)
    .map(({ groups }) => groups?.['name'] ?? '')
    .filter((name) => !UPPER_SNAKE.test(name))
    .toArray();
}

test('module-level numbers, strings and patterns are named in UPPER_SNAKE', () => {
  const list = execFileSync('git', ['ls-files', ...SOURCES], { cwd: ROOT, encoding: 'utf8' });
  const files = list.trim().split('\n');
  expect(files.length).toBeGreaterThan(1_000);
  const found = files.flatMap((file) =>
    findMisnamed(readFileSync(join(ROOT, file), 'utf8')).map((name) => `${file}: ${name}`),
  );
  expect(found).toEqual([]);
});

test.each([
  ['a number', 'const mostRetries = 10 * 60_000;', ['mostRetries']],
  ['a string', "export const folder = '.fetched';", ['folder']],
  ['a long string', "const note: string =\n  'Nothing was found.';", ['note']],
  ['a pattern', 'const isName = /^\\w+$/u;', ['isName']],
  ['one that is named right', "const MOST_RETRIES = 10;\nconst A1 = 'a';", []],
  ['one inside a function', '  const count = 10;', []],
  ['a value that is computed', 'const count = list.length;\nconst text = `${count}`;', []],
])('finds %s', (_, source, names) => {
  expect(findMisnamed(source)).toEqual(names);
});
