import { expect, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { COMMAND_NAMES } from '../../packages/cli/src/commands.ts';
import { isOperatorCommand } from './operator-commands.ts';

test('no user command is mistaken for one that only operators have', () => {
  expect(COMMAND_NAMES.length).toBeGreaterThan(20);
  const taken = COMMAND_NAMES.filter((name) => {
    const [group = '', verb] = name.split(' ');
    return isOperatorCommand(group, verb);
  });
  expect(taken).toEqual([]);
  expect(isOperatorCommand('sessions', 'list')).toBe(true);
});

test('a command whose output nobody reads ends without a stack trace', async () => {
  const errand = fileURLToPath(new URL('../../bin/errand', import.meta.url));
  const child = spawn(errand, ['admin', 'help']);
  child.stdout.destroy();
  const [said, [exitCode]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  expect({ said, exitCode }).toEqual({ said: '', exitCode: 141 });
});
