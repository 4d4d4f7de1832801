import { expect, test } from '@jest/globals';
import { pathOfWire } from '../../nodes/paths.ts';
import { type Automation, listNodes, replaceAt } from './automation-draft.ts';
import { insertNode, moveNode, removeNode } from './change-nodes.ts';

const sleep = (seconds: number) => ({ sleep_action: { sleep_time: seconds } });
const draft = {
  url: 'https://portal.example',
  parameters: { input_parameters: {}, generated_parameters: {} },
  nodes: [
    sleep(1),
    { type: 'for_loop_node', variable_name: 'orders', nodes: [sleep(2), sleep(3)] },
    { type: 'if_else_node', condition: 'x', if_nodes: [sleep(4)], else_nodes: [sleep(5)] },
  ],
  post_processing_nodes: [sleep(6)],
} as unknown as Automation;

const shown = (automation: Automation) =>
  listNodes(automation).map(({ depth, wirePath, node, listName }) => {
    const { sleep_time: seconds } = (node['sleep_action'] ?? {}) as { sleep_time?: number };
    return `${depth} ${wirePath} ${seconds ?? '-'}${listName ? ` (${listName})` : ''}`;
  });

test('lists all nodes, even in loops and branches, by the paths that sessions use', () => {
  expect(shown(draft)).toEqual([
    '0 nodes[0] 1',
    '0 nodes[1] -',
    '1 nodes[1][0].nodes[0] 2 (In each iteration)',
    '1 nodes[1][0].nodes[1] 3',
    '0 nodes[2] -',
    '1 nodes[2].if_nodes[0] 4 (Then)',
    '1 nodes[2].else_nodes[0] 5 (Else)',
    '0 post_processing_nodes[0] 6 (Once all others are done)',
  ]);
  expect(pathOfWire('nodes[1][7].nodes[1]')).toEqual(['nodes', 1, 'nodes', 1]);
});

test('moves a node up, down, into the preceding loop and out again', () => {
  const down = moveNode(draft, ['nodes', 0], 'down');
  expect(down?.path).toEqual(['nodes', 1]);
  const inside = moveNode(down?.automation ?? draft, ['nodes', 1], 'in');
  expect(inside?.path).toEqual(['nodes', 0, 'nodes', 2]);
  expect(shown(inside?.automation ?? draft).slice(0, 4)).toEqual([
    '0 nodes[0] -',
    '1 nodes[0][0].nodes[0] 2 (In each iteration)',
    '1 nodes[0][0].nodes[1] 3',
    '1 nodes[0][0].nodes[2] 1',
  ]);
  const outside = moveNode(inside?.automation ?? draft, inside?.path ?? [], 'out');
  expect(outside).toEqual(down);
  expect(moveNode(down?.automation ?? draft, ['nodes', 1], 'up')?.automation).toEqual(draft);
});

test('refuses to move the first node up, the last down, or any into a plain node', () => {
  expect(moveNode(draft, ['nodes', 0], 'up')).toBeUndefined();
  expect(moveNode(draft, ['nodes', 2], 'down')).toBeUndefined();
  expect(moveNode(draft, ['nodes', 0], 'out')).toBeUndefined();
  expect(moveNode(draft, ['nodes', 1], 'in')).toBeUndefined();
});

test('inserts and removes without changing the given draft', () => {
  const before = JSON.stringify(draft);
  const added = insertNode(draft, ['nodes', 1], sleep(9));
  expect(shown(added.automation)[1]).toBe('0 nodes[1] 9');
  expect(removeNode(added.automation, ['nodes', 1])?.automation).toEqual(draft);
  expect(removeNode(draft, ['nodes', 2, 'if_nodes', 0])?.path).toEqual(['nodes', 2]);
  expect(removeNode(draft, ['nodes', 2])?.path).toEqual(['nodes', 1]);
  expect(replaceAt(draft, ['nodes', 0, 'sleep_action'], undefined).nodes[0]).toEqual({});
  expect(JSON.stringify(draft)).toBe(before);
});

test.each([
  ['nothing', []],
  ['a node that is gone', ['nodes', 3]],
  ['a node in a branch that is gone', ['nodes', 0, 'if_nodes', 0]],
  ['a node in a node that is gone', ['nodes', 7, 'nodes', 0]],
])('removes and moves nothing when %s is chosen', (_what, path) => {
  expect(removeNode(draft, path)).toBeUndefined();
  for (const direction of ['up', 'down', 'in', 'out'] as const) {
    expect(moveNode(draft, path, direction)).toBeUndefined();
  }
});

test.each([[['nodes', 3]], [['nodes', 0, 'if_nodes', 0]], [['nodes', 7, 'nodes', 0]]])(
  'a change at %j, which is gone, changes nothing',
  (path) => expect(replaceAt(draft, [...path, 'sleep_action'], {})).toEqual(draft),
);
