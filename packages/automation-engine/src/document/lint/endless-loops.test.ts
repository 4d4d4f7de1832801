import { expect, test } from '@jest/globals';
import { warningsOf } from '../../test/lint-cases.ts';
import { automationWith } from '../../test/wire-nodes.ts';

const loopWhile = (condition: string, nodes: readonly object[]) =>
  automationWith([{ type: 'while_loop_node', condition, max_iterations: 3, nodes }], {
    parameters: { input_parameters: { name: ['a'] }, generated_parameters: {} },
  });
const setName = { misc_action: { set_variable: { name: 'total', value: 1 } } };

test.each([
  ['sets another variable', loopWhile('name[0] == 1', [setName]), 1],
  ['reads nothing', loopWhile('1 == 1', [setName]), 1],
  ['sets it', loopWhile('total[0] == 1', [setName]), 0],
  ['counts', loopWhile('index < 2', []), 0],
  ['waits for some time', loopWhile('current_time[0] < 2', []), 0],
  [
    'lets a person set it',
    loopWhile('name[0] == 1', [{ human_in_loop_action: { max_wait_time: 1 } }]),
    0,
  ],
])('finds loops that cannot end before their bound: the loop %s', (_what, automation, found) => {
  const expected = found === 1 ? ['endless-loop nodes.0.condition'] : [];
  expect(warningsOf(automation).filter((text) => text.includes('loop'))).toEqual(expected);
});

test('knows the index of a while loop in its condition and its nodes', () => {
  const nodes = [{ misc_action: { set_variable: { name: 'total', expression: 'index + 1' } } }];
  expect(warningsOf(loopWhile('index < 2', nodes))).toEqual([]);
});
