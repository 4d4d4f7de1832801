import { expect, test } from '@jest/globals';
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
