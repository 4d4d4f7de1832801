import { expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { COMMAND_NAMES } from './run-command.ts';
import { USAGE } from './usage-error.ts';

test('the usage names every command', () => {
  const missing = [...COMMAND_NAMES, 'queue-check', 'sweep-storage', 'fleet'].filter(
    (name) => !USAGE.includes(`\n  ${name}`),
  );
  expect(missing).toEqual([]);
});

/** Writes the number of loaded modules to standard error at the end. */
const COUNT_MODULES = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  let count = 0;
  registerHooks({ load(...[url, context, next]) { count += 1; return next(url, context); } });
  process.on('exit', () => process.stderr.write(String(count)));
`)}`;

test('the usage is printed without loading the modules of the commands', () => {
  const program = join(import.meta.dirname, '../../../../scripts/errand/main.ts');
  const args = ['--import', COUNT_MODULES, program, 'admin', 'help'];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect(stdout).toBe(`${USAGE}\n`);
  expect(Number(stderr)).toBeLessThanOrEqual(10);
});

test.each([
  ['help'],
  ['--help'],
  ['-h'],
  ['keys', 'create', '--help'],
  ['queue-check', '--help'],
  ['sweep-storage', '-h'],
])('errand admin %s %s %s prints the usage', (...words) => {
  const program = join(import.meta.dirname, '../../../../bin/errand');
  expect(spawnSync(program, ['admin', ...words], { encoding: 'utf8' })).toMatchObject({
    status: 0,
    stdout: `${USAGE}\n`,
    stderr: '',
  });
});
