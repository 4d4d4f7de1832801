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

test.each(['help', '--help', '-h'])('errand admin %s prints the usage', (word) => {
  const program = join(import.meta.dirname, '../../../../bin/errand');
  expect(spawnSync(program, ['admin', word], { encoding: 'utf8' })).toMatchObject({
    status: 0,
    stdout: `${USAGE}\n`,
    stderr: '',
  });
});
