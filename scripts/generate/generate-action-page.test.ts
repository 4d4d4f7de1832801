import { expect, test } from '@jest/globals';
import { fileURLToPath } from 'node:url';
import { actionKinds } from '../../packages/automation-engine/src/actions/action-registry.ts';
import { parseAutomation } from '../../packages/automation-engine/src/document/parse-automation.ts';
import { generateActionPage } from './generate-action-page.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const { content } = generateActionPage(root);
const snippets = [...content.matchAll(/```json\n([^]*?)```/g)].map(([, json = '']) => json);

test('shows an example of every kind that an automation accepts', () => {
  expect(snippets).toHaveLength(actionKinds.length);
  const nodes = snippets.map((json) => JSON.parse(json) as Record<string, unknown>);
  const names = ['order_number', 'delivery_date', 'address'];
  const inputs = Object.fromEntries(names.map((name) => [name, ['1']]));
  const parameters = { input_parameters: inputs, generated_parameters: { labels: ['Name'] } };
  const { nodes: parsed } = parseAutomation({ url: 'https://portal.example', parameters, nodes });
  expect(parsed).toHaveLength(snippets.length);
});

test('lists the fields of all nodes', () => {
  for (const name of ['end_sleep_time', 'expect_new_tab', 'reset_nodes', 'is_checked_after']) {
    expect(content).toContain(`| \`${name}\` |`);
  }
  expect(content).toContain('### if_else_node\n\nRuns one of two lists of nodes.');
  // The nodes of actions, and five others.
  expect(content.match(/\| `resumable` \|/g)).toHaveLength(6);
  expect(content).not.toContain('| `interaction_action` |');
});

test('lists the members of objects after them, with the shape that has them', () => {
  expect(content).toContain('| `destination.position.x`&nbsp;\\* | number |');
  expect(content).toContain('| `files[].input_file` | string |');
  expect(content).toContain(
    '| `action.from_number`&nbsp;\\* | string |  | `sms_two_fa_action`: Number the code comes from. |',
  );
  expect(content).toContain('| `if_nodes`&nbsp;\\* | array of node |');
  expect(content).not.toMatch(/array of +\|/);
});

test('leaves no placeholder that would be read as HTML', () => {
  expect(content).toContain('node\\<number>_output');
  expect(content).not.toMatch(/[^\\`]<\w/);
});

test('lists the fields of a kind with their defaults, and those of targets once', () => {
  const part = content.slice(content.indexOf('### input_text'), content.indexOf('### key_press'));
  expect(part).toContain('It takes a [target](#targets).');
  expect(part).toContain('| `press_enter` | boolean | `false` |');
  expect(content.match(/\| `skip_prompt` \|/g)).toHaveLength(1);
  expect(content).toContain('| `url`&nbsp;\\* | string |');
  expect(content.match(/### llm \(\w+\)/g)).toEqual([
    '### llm (extraction)',
    '### llm (assertion)',
  ]);
});
