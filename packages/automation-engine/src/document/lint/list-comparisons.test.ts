import { expect, test } from '@jest/globals';
import { messagesOf, setTo, warningsOf, withNodes } from '../../test/lint-cases.ts';

const branch = (condition: string) => ({ type: 'if_else_node', condition, if_nodes: [] });
const loopOver = (nodes: readonly object[]) => ({
  type: 'for_loop_node',
  variable_name: 'name',
  index_variable_name: 'row',
  nodes,
});

test('reports a condition that compares a list with one value, with what to write', () => {
  expect(messagesOf(withNodes([branch('name == "Ann"')]))).toEqual([
    '"name" is the list of the values of the variable, so == with one value is always False, and != always True. To compare the first of them, write name[0].',
  ]);
});

test.each([
  [branch('{name} != "Ann"'), 'nodes.0.condition'],
  [branch('total[0] > 2 and not ids == 3'), 'nodes.0.condition'],
  [setTo('"yes" if password_hint == "" else "no"'), 'nodes.0.misc_action.set_variable.expression'],
  [loopOver([branch('name == "Ann"')]), 'nodes.0.nodes.0.condition'],
])('reports %j', (node, place) => {
  expect(warningsOf(withNodes([node]))).toEqual([`list-comparison ${place}`]);
});

test.each([
  branch('name[0] == "Ann"'),
  branch('name == ["Ann"]'),
  branch('"Ann" in name'),
  // The index of a loop is a number.
  loopOver([branch('row == 0')]),
  loopOver([branch('name[row] == "Ann"')]),
])('accepts %j', (node) => {
  expect(warningsOf(withNodes([node]))).toEqual([]);
});
