import { expect, test } from '@jest/globals';
import { extract, problemsOf, setTo, warningsOf, withNodes } from '../../test/lint-cases.ts';

test.each([
  ['{name[1]}', '{name[1]} has no value: "name" is declared with 1 value, counted from 0.'],
  ['{name[-2]}', '{name[-2]} has no value: "name" is declared with 1 value, counted from 0.'],
  [
    '{late[0]}',
    '{late[0]} has no value: "late" is declared without values, and no step writes it.',
  ],
])('explains why no list has %s', (text, message) => {
  expect(problemsOf(text)).toEqual([`impossible-index: ${message}`]);
});

test('accepts any index of a list that a step writes', () => {
  expect(warningsOf(withNodes([extract('late'), setTo('late[7]')]))).toEqual([]);
});

test('accepts an empty list that a person may fill', () => {
  const wait = { type: 'action_node', human_in_loop_action: { max_wait_time: 300 } };
  expect(warningsOf(withNodes([wait, setTo('late[0]')]))).toEqual([]);
  expect(warningsOf(withNodes([setTo('late[0]')]))).toHaveLength(1);
});
