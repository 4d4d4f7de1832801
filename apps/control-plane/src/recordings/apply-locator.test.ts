import { expect, test } from '@jest/globals';
import { applyLocator } from './apply-locator.ts';

const click = (command: string) => ({ interaction_action: { click_element: { command } } });
const ask = (prompt_instructions: string) => ({
  nodes: [{ interaction_action: { click_element: { prompt_instructions } } }],
});
const [first, next, last, repaired] = ['first', 'next', 'last', 'repaired'].map(click);
const old = { nodes: [first, next, next, last] };
const propose = (nodes: readonly unknown[], nodePath: string) =>
  applyLocator(
    { old, current: { nodes } },
    { nodePath, kind: 'click_element', failedCommand: 'next', command: 'repaired' },
  );

test('applies a locator to one of several equal nodes if none has moved', () => {
  for (const nodes of [
    old.nodes,
    [first, repaired, next, last],
    [click('edited'), next, next, last],
  ]) {
    const change = propose(nodes, 'nodes[2]');
    expect(change).toMatchObject({ automation: { nodes: nodes.with(2, repaired) } });
  }
});

test.each([
  ['a node was added', [first, click('new'), next, next, last]],
  ['a node was removed', [first, next, last]],
  ['a node was removed, and another one added', [next, next, last, click('new')]],
  ['nodes were swapped', [last, next, next, first]],
])('does not apply a locator to one of several equal nodes if %s', (_change, nodes) => {
  for (const path of ['nodes[1]', 'nodes[2]']) expect(typeof propose(nodes, path)).toBe('string');
});

test('applies a locator to the only node with the one that failed, even if others were added', () => {
  const nodes = [first, next, last, click('new')];
  const single = { old: { nodes: [first, next, last] }, current: { nodes } };
  const proposed = { nodePath: 'nodes[1]', kind: 'click_element', command: 'repaired' };
  expect(applyLocator(single, { ...proposed, failedCommand: 'next' })).toMatchObject({
    automation: { nodes: nodes.with(1, repaired) },
  });
});

test('follows the only node with the locator that failed to its new place', () => {
  const single = { nodes: [first, next, last] };
  const proposed = { nodePath: 'nodes[1]', kind: 'click_element', command: 'repaired' };
  const apply = (nodes: readonly unknown[]) =>
    applyLocator({ old: single, current: { nodes } }, { ...proposed, failedCommand: 'next' });
  const inside = { type: 'if_else_node', condition: 'True', if_nodes: [next] };
  expect(apply([click('new'), first, next, last])).toMatchObject({
    automation: { nodes: [click('new'), first, repaired, last] },
  });
  expect(apply([first, inside])).toMatchObject({
    automation: { nodes: [first, { ...inside, if_nodes: [repaired] }] },
  });
  // It may be either.
  expect(apply([first, click('new'), next, next])).toBe('nodes[1] now has another locator');
});

test('does not apply a locator to a step that had none, and now has different instructions', () => {
  const place = { nodePath: 'nodes[0]', kind: 'click_element' };
  const proposed = { ...place, failedCommand: null, command: 'repaired' };
  const applyTo = (current: object) =>
    applyLocator({ old: ask('save'), current: { ...current } }, proposed);
  expect(applyTo(ask('cancel'))).toBe('nodes[0] now has different instructions');
  expect(applyTo(ask('save'))).toMatchObject({ after: expect.anything() });
});
