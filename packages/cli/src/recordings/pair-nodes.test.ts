import { expect, test } from '@jest/globals';
import { pairNodes } from './pair-nodes.ts';

const click = (name: string) => ({
  type: 'action_node',
  interaction_action: { max_tries: 1, click_element: { command: `get_by_text("${name}")` } },
});
const sleep = (sleep_time: number) => ({ type: 'action_node', sleep_action: { sleep_time } });
const branch = (...if_nodes: object[]) => ({ type: 'if_else_node', condition: 'n', if_nodes });
const loop = (...nodes: object[]) => ({ type: 'for_loop_node', variable_name: 'n', nodes });

/** Returns the old paths of the new list's nodes. */
function pathsOf(before: readonly object[], after: readonly object[]) {
  const oldPath = pairNodes(before, after);
  return after.map((_node, index) => oldPath(`nodes[${index}]`));
}

test('follows nodes that an insertion and a deletion have moved', () => {
  const [a, b, c] = [click('A'), click('B'), click('C')];
  expect(pathsOf([a, b, c], [sleep(1), a, b, c])).toEqual([
    undefined,
    'nodes[0]',
    'nodes[1]',
    'nodes[2]',
  ]);
  expect(pathsOf([a, b, c], [a, c])).toEqual(['nodes[0]', 'nodes[2]']);
  // The members of a node have no order.
  const { type, ...others } = b;
  expect(pathsOf([b], [sleep(1), { ...others, type }])).toEqual([undefined, 'nodes[0]']);
});

test('pairs a changed node with the node of its kind in the same position', () => {
  const [a, b, c] = [click('A'), click('B'), click('C')];
  expect(pathsOf([a, b, c], [a, sleep(1), click('B now'), c])).toEqual([
    'nodes[0]',
    undefined,
    'nodes[1]',
    'nodes[2]',
  ]);
  expect(pathsOf([a, b], [a, sleep(1)])).toEqual(['nodes[0]', undefined]);
});

test('pairs moved nodes before it looks for changed ones', () => {
  const [a, b, c] = [click('A'), click('B'), click('C')];
  expect(pathsOf([a, b, c], [click('X'), c, a])).toEqual(['nodes[1]', 'nodes[2]', 'nodes[0]']);
});

test('pairs the nodes inside loops and branches, in each iteration', () => {
  const [a, b] = [click('A'), click('B')];
  const oldPath = pairNodes(
    [loop(a, branch(b))],
    [sleep(1), loop(a, sleep(2), branch(sleep(3), b))],
  );
  expect(oldPath('nodes[1]')).toBe('nodes[0]');
  expect(oldPath('nodes[1][7].nodes[0]')).toBe('nodes[0][7].nodes[0]');
  expect(oldPath('nodes[1][7].nodes[1]')).toBeUndefined();
  expect(oldPath('nodes[1][2].nodes[2].if_nodes[1]')).toBe('nodes[0][2].nodes[1].if_nodes[0]');
});
