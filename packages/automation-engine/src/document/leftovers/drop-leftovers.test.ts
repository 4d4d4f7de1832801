import { expect, test } from '@jest/globals';
import { exampleAutomations } from '../../test/example-automations.ts';
import { automationWith } from '../../test/wire-nodes.ts';
import { parseAutomation } from '../index.ts';
import { dropLeftovers } from './drop-leftovers.ts';

const command = 'get_by_label("Save")';
const click = { interaction_action: { click_element: { command } } };
const screenshot = { screenshot: { filename: 'a.png' } };
const clickWith = (params: object) => ({
  interaction_action: { click_element: { command, ...params } },
});

const loop = (inner: object) => ({ type: 'for_loop_node', variable_name: 'a', nodes: [inner] });
const branch = (inner: object) => ({ type: 'if_else_node', condition: 'a', else_nodes: [inner] });

test.each<readonly [object, object, readonly [field: string, reason: string]]>([
  [
    clickWith({ download_filename: 'list.csv' }),
    click,
    ['interaction_action.click_element.download_filename', 'needs expect_download'],
  ],
  [
    clickWith({ keyword: 'Save', bounding_box_variables: ['left', 'top'] }),
    clickWith({ keyword: 'Save' }),
    ['interaction_action.click_element.bounding_box_variables', 'it has 2 entries'],
  ],
  [
    { extraction_action: { ...screenshot, unique_identifier: 'picture' } },
    { extraction_action: screenshot },
    ['extraction_action.unique_identifier', 'does not apply to screenshot'],
  ],
  [
    { extraction_action: screenshot, localized_axtree_string: '[1] button' },
    { extraction_action: screenshot },
    ['localized_axtree_string', 'belongs to an interaction_action'],
  ],
  [
    { extraction_action: screenshot, interaction_action: {} },
    { extraction_action: screenshot },
    ['interaction_action', 'empty, and the node has another action'],
  ],
  [
    { interaction_action: { max_tries: 10, click_element: null }, end_sleep_time: 2 },
    { sleep_action: { sleep_time: 0 }, end_sleep_time: 2 },
    ['interaction_action', 'stored as a sleep_action of 0 s'],
  ],
  [
    { locator: 'locator("li")', nodes: [click], localized_axtree_string: '[1] list' },
    { locator: 'locator("li")', nodes: [click] },
    ['localized_axtree_string', 'belongs to an interaction_action'],
  ],
  [
    { type: 'action_node', localized_axtree_string: '[1] button', interaction_action: null },
    { type: 'action_node', sleep_action: { sleep_time: 0 }, interaction_action: null },
    ['localized_axtree_string', 'stored as a sleep_action of 0 s'],
  ],
])(
  'leaves out %j, names field and node, and the rest is valid',
  (node, tidied, [field, reason]) => {
    const { automation, warnings } = dropLeftovers(automationWith([click, node]));
    expect(automation).toEqual(automationWith([click, tidied]));
    expect(() => parseAutomation(automation)).not.toThrow();
    const message = expect.stringMatching(new RegExp(`^${field} .*${reason}`));
    const path = ['nodes', 1, ...field.split('.')];
    expect(warnings).toEqual([{ path, message, rule: 'leftover' }]);
  },
);

test.each<readonly [object, object]>([
  [{ interaction_action: {} }, { sleep_action: { sleep_time: 0 } }],
  [
    { interaction_action: { max_tries: 3 }, extraction_action: screenshot },
    { extraction_action: screenshot },
  ],
])('leaves out the tree of %j, too', (node, instead) => {
  const given = automationWith([{ ...node, localized_axtree_string: '[1] button' }]);
  const { automation, warnings } = dropLeftovers(given);
  expect(automation).toEqual(automationWith([instead]));
  expect(() => parseAutomation(automation)).not.toThrow();
  const fields = warnings.map(({ path }) => path.at(-1));
  expect(fields).toEqual(['interaction_action', 'localized_axtree_string']);
});

test('looks into loops, branches and post-processing, and at the automation itself', () => {
  const node = { ...click, extraction_action: null };
  const leftover = clickWith({ download_filename: 'a.csv' });
  const secrets = { secure_parameters: { pin: [{ totp: { totp_secret: 'JBSWY3DPEHPK3PXP' } }] } };
  const given = automationWith([loop(branch(leftover))], {
    post_processing_nodes: [node, leftover],
    ...secrets,
  });
  const before = structuredClone(given);
  const { automation, warnings } = dropLeftovers(given);
  expect(automation).toEqual(
    automationWith([loop(branch(click))], { post_processing_nodes: [node, click] }),
  );
  expect(given).toEqual(before);
  const field = 'interaction_action.click_element.download_filename';
  expect(warnings.map(({ path }) => path.join('.'))).toEqual([
    'secure_parameters',
    `nodes.0.nodes.0.else_nodes.0.${field}`,
    `post_processing_nodes.1.${field}`,
  ]);
  expect(JSON.stringify(warnings)).not.toContain('JBSWY3DPEHPK3PXP');
});

test.each([
  null,
  7,
  [],
  'text',
  { nodes: 'none' },
  { nodes: [null, 7, { interaction_action: 7 }] },
])('leaves %j to the parser', (value) => {
  expect(dropLeftovers(value)).toEqual({ automation: value, warnings: [] });
});

test('leaves the examples unchanged', () => {
  for (const automation of Object.values(exampleAutomations)) {
    expect(dropLeftovers(automation)).toEqual({ automation, warnings: [] });
  }
});
