import { expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
/** Commands of pnpm itself, not scripts of package.json. */
const PNPM_COMMANDS: readonly string[] = ['install', 'deploy', 'add', 'exec', 'pack'];

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const documents = execFileSync('git', ['ls-files', '*.md'], { cwd: ROOT, encoding: 'utf8' })
  .trim()
  .split('\n');

/** Code of a document: indented or fenced blocks, and spans. */
function codeOf(text: string): string {
  const fenced = text.match(/^```[\s\S]*?^```/gm) ?? [];
  const spans = text.replaceAll(/^```[\s\S]*?^```/gm, '').match(/`[^`]+`/g) ?? [];
  return [...fenced, ...spans].join('\n');
}

/** Every match of the pattern in the documents' code, with its document. */
function findInDocuments(pattern: RegExp) {
  return documents.flatMap((file) =>
    [...codeOf(read(file)).matchAll(pattern)].map(([, command = '']) => ({ file, command })),
  );
}

/** The commands that a usage lists, without their arguments. */
function readUsage(...words: readonly string[]): string[] {
  const usage = execFileSync(join(ROOT, 'bin/errand'), words, { encoding: 'utf8' });
  const lines = usage.split('\n').filter((line) => /^ {2}[a-z]/.test(line));
  return lines.map((line) => /^ {2}([a-z-]+(?: [a-z-]+)?)/.exec(line)?.[1] ?? '');
}

test('every errand command in a document exists', () => {
  const operators = readUsage('admin', 'help').map((command) => `admin ${command}`);
  // `record` needs the repository, so the usage of the packed command line does not list it.
  const known = [...readUsage('help'), ...operators, 'record'];
  expect(operators.length).toBeGreaterThan(30);
  expect(known.length).toBeGreaterThan(operators.length + 20);
  // Matches at the start of a line, prompt or span, or after a path or variables, but not the name
  // of a release or folder.
  const named = findInDocuments(
    /(?:^(?:\$ )?|[`/(])(?:[A-Z_]+=\S+ )*errand ([a-z][a-z-]*(?: [a-z][a-z-]*){0,2})/gm,
  );
  expect(named.length).toBeGreaterThan(50);
  // Words after a command are its arguments; the first words of a command may name its group.
  const wrong = named.filter(
    ({ command }) =>
      !known.some((one) => `${command} `.startsWith(`${one} `) || one.startsWith(`${command} `)),
  );
  expect(wrong).toEqual([]);
});

test('every script of package.json in a document exists', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const named = findInDocuments(/(?:^|[\s`])(?:pnpm|npm run) ([a-z][\w:-]*)/gm);
  expect(named.length).toBeGreaterThan(20);
  const wrong = named.filter(
    ({ command }) => !Object.hasOwn(scripts, command) && !PNPM_COMMANDS.includes(command),
  );
  expect(wrong).toEqual([]);
});
