import { afterAll, expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { parseSettings, SettingsError } from './index.ts';

const directory = mkdtempSync(join(tmpdir(), 'errand-settings-'));
afterAll(() => rmSync(directory, { recursive: true }));

const schema = z.object({
  TOKEN: z.string().min(8),
  PORT: z.coerce.number().int().max(65_535).default(8080),
  PRICES: z.string().optional(),
  PRICES_FILE: z.string().optional(),
});
const TOKEN = 'correct horse';
const LIMIT = 64 * 1024;

test.each([
  ['with a newline', `${TOKEN}\n`, TOKEN],
  ['with a newline of Windows', `${TOKEN}\r\n`, TOKEN],
  ['without a newline', TOKEN, TOKEN],
  ['with newlines that belong to it', `\n${TOKEN}\n\n`, `\n${TOKEN}\n`],
  ['of the maximum length', 'x'.repeat(LIMIT), 'x'.repeat(LIMIT)],
])('reads a value %s from its file', (_kind, content, value) => {
  const TOKEN_FILE = write('token', content);
  expect(parseSettings(schema, { TOKEN: '', TOKEN_FILE })).toEqual({ TOKEN: value, PORT: 8080 });
});

test('reads settings of other types, and files behind links as Kubernetes mounts them', () => {
  const PORT_FILE = join(directory, 'link');
  symlinkSync(write('port', '9000\n'), PORT_FILE);
  expect(parseSettings(schema, { TOKEN, PORT_FILE })).toEqual({ TOKEN, PORT: 9000 });
});

test('reads files for a schema that combines settings', () => {
  const combined = schema.transform(({ TOKEN: token }) => token.toUpperCase());
  expect(parseSettings(combined, { TOKEN_FILE: write('token', TOKEN) })).toBe('CORRECT HORSE');
});

test('leaves alone a setting whose own name ends in _FILE', () => {
  const settings = { TOKEN, PRICES: '{}', PRICES_FILE: '/nowhere' };
  expect(parseSettings(schema, settings)).toEqual({ ...settings, PORT: 8080 });
});

test('lists unusable files together with the other problems, without their content', () => {
  const TOKEN_FILE = write('token', TOKEN);
  const PORT_FILE = write('port', 'secret port');
  const problems = problemsOf({ TOKEN, TOKEN_FILE, PORT_FILE });
  expect(problems).toEqual([
    'TOKEN is set, and so is TOKEN_FILE: remove one of them.',
    `PORT (from "${PORT_FILE}") must be a number`,
  ]);
});

test.each([
  ['is missing', () => join(directory, 'nowhere'), 'does not exist'],
  ['is empty', () => write('empty', ''), 'is empty'],
  ['is one newline', () => write('newline', '\n'), 'is empty'],
  ['is too long', () => write('long', 'x'.repeat(LIMIT + 1)), 'has more than 64 KiB'],
  ['is binary', () => write('binary', Buffer.from([0xff, 0xfe])), 'is not UTF-8 text'],
  ['is a directory', () => directory, 'is not a regular file'],
  ['is endless', () => '/dev/zero', 'is not a regular file'],
  ['is a pipe without a writer', makePipe, 'is not a regular file'],
  ['is below a file', () => join(write('file', 'x'), 'token'), 'cannot be opened (ENOTDIR)'],
])('names both variables and the path when the file %s', (_kind, prepare, why) => {
  const path = prepare();
  expect(problemsOf({ TOKEN_FILE: path })).toEqual([
    `TOKEN cannot be read: the file "${path}" of TOKEN_FILE ${why}.`,
  ]);
});

test('says when this user may not read the file', () => {
  const path = write('locked', TOKEN);
  chmodSync(path, 0o000);
  const main = join(import.meta.dirname, 'index.ts');
  const script = `import { z } from 'zod'; import { parseSettings } from ${JSON.stringify(main)};
    try { parseSettings(z.object({ TOKEN: z.string() }), process.env); }
    catch (error) { process.stdout.write(error.message); }`;
  const args = ['--input-type=module', '-e', script];
  // Root may read every file, but in this namespace root is an ordinary user.
  const unprivileged = [
    '--dev-bind',
    '/',
    '/',
    '--unshare-user',
    '--uid',
    '1000',
    '--cap-drop',
    'ALL',
  ];
  const printed = execFileSync('bwrap', [...unprivileged, process.execPath, ...args], {
    encoding: 'utf8',
    cwd: import.meta.dirname,
    env: { TOKEN_FILE: path },
  });
  expect(printed).toContain(
    `TOKEN cannot be read: the file "${path}" of TOKEN_FILE cannot be opened (EACCES).`,
  );
});

function write(name: string, content: string | Buffer): string {
  const path = join(directory, name);
  writeFileSync(path, content);
  return path;
}

function makePipe(): string {
  const path = join(directory, 'pipe');
  execFileSync('mkfifo', [path]);
  return path;
}

function problemsOf(environment: Readonly<Record<string, string>>): string[] {
  try {
    parseSettings(schema, environment);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return error.message
      .split('\n')
      .slice(1)
      .map((line) => line.trim());
  }
  throw new Error('The settings were accepted.');
}
