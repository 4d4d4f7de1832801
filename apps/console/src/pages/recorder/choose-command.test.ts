import { expect, test } from '@jest/globals';
import type { Automation } from '../editor/draft/automation-draft.ts';
import { chooseCommand, commandOf } from './choose-command.ts';

const click = (command: string) => ({ interaction_action: { click_element: { command } } });
const recorded = {
  url: 'https://portal.example',
  parameters: { input_parameters: {}, generated_parameters: {} },
  nodes: [click('a'), { type: 'for_loop_node', locator: 'a', nodes: [click('a'), click('b')] }],
} as unknown as Automation;
const candidates = [{ command: 'a' }, { command: 'c' }];

test('changes the locator of one node, but not those of its inner nodes', () => {
  const loop = chooseCommand(recorded, { nodePath: 'nodes[1]', candidates, command: 'c' });
  expect(loop.nodes).toEqual([
    click('a'),
    { type: 'for_loop_node', locator: 'c', nodes: [click('a'), click('b')] },
  ]);
  const inner = chooseCommand(recorded, {
    nodePath: 'nodes[1].nodes[0]',
    candidates,
    command: 'c',
  });
  expect(inner.nodes[1]).toMatchObject({ locator: 'a', nodes: [click('c'), click('b')] });
  expect(commandOf(inner, { nodePath: 'nodes[1].nodes[0]', candidates })).toBe('c');
});

test('leaves a node unchanged if it has none of the candidates', () => {
  const same = chooseCommand(recorded, { nodePath: 'nodes[1].nodes[1]', candidates, command: 'c' });
  expect(same).toBe(recorded);
  const inner = [{ command: 'b' }];
  expect(commandOf(recorded, { nodePath: 'nodes[1]', candidates: inner })).toBeUndefined();
});
