import { loadErrandDocument } from '@errand/api-types';
import { expect, test } from '@jest/globals';
import { changeKind, countInner, innerListsOf } from './change-kind.ts';
import { listKinds } from './node-kinds.ts';

const kinds = listKinds(loadErrandDocument().components?.schemas ?? {});
const kind = (key: string) => {
  const found = kinds.find((each) => each.key === key);
  if (!found) throw new Error(`The document has no kind "${key}".`);
  return found;
};
const sleep = { sleep_action: { sleep_time: 1 } };
const branch = {
  type: 'if_else_node',
  condition: 'x',
  if_nodes: [sleep, sleep],
  else_nodes: [sleep],
};

test('returns the inner lists of each kind', () => {
  expect(innerListsOf(kind('for_loop_node'))).toEqual(['nodes', 'reset_nodes']);
  expect(innerListsOf(kind('if_else_node'))).toEqual(['if_nodes', 'else_nodes']);
  expect(innerListsOf(kind('sleep_action'))).toEqual([]);
  expect(innerListsOf(undefined)).toEqual([]);
});

test('keeps inner steps if the other kind has a place for them', () => {
  const loop = changeKind(kind('for_loop_node'), branch);
  expect(loop).toMatchObject({ type: 'for_loop_node', nodes: [sleep, sleep] });
  expect(loop).not.toHaveProperty('if_nodes');
  expect(countInner(branch) - countInner(loop)).toBe(1);
  expect(changeKind(kind('if_else_node'), loop)).toMatchObject({ if_nodes: [sleep, sleep] });
  expect(countInner(changeKind(kind('sleep_action'), branch))).toBe(0);
});
