import { expect, test } from '@jest/globals';
import { automationWith, click, fill } from '../test/wire-nodes.ts';
import { InvalidAutomationError, parseAutomation } from './index.ts';

const onepassword = { vault_name: 'v', item_name: 'i', field_name: 'f' };

function withNodes(nodes: readonly object[], more: object = {}): object {
  const parameters = {
    input_parameters: { name: [] },
    generated_parameters: {},
    secure_parameters: { password: [{ onepassword }, { onepassword }], open: [] },
  };
  return automationWith(nodes, { parameters, ...more });
}

/** Returns `at.this.place: message` for every problem. */
function refusalsOf(automation: object): string[] {
  try {
    parseAutomation(automation);
    return [];
  } catch (error) {
    if (!(error instanceof InvalidAutomationError)) throw error;
    return error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  }
}

const misplaced = (place: string, source = '{password[0]}') =>
  `${place}: ${source} is a secret, and this field is stored, shown or sent. Secrets are allowed only in input_text.input_text and set_value.value, whose text goes into the page.`;

const action = (group: string, member: object) => ({ [`${group}_action`]: member });
const extraction = (kind: string, params: object) => action('extraction', { [kind]: params });

test.each<[object, string]>([
  [click('get_by_text("{password[0]}")'), 'interaction_action.click_element.command'],
  [
    click('locator("a")', { expect_download: true, download_filename: '{password[0]}.pdf' }),
    'interaction_action.click_element.download_filename',
  ],
  [
    action('interaction', { go_to_url: { url: 'https://a.example/{password[0]}' } }),
    'interaction_action.go_to_url.url',
  ],
  [
    action('interaction', { agentic_task: { task: 'Log in with {password[0]}', max_steps: 3 } }),
    'interaction_action.agentic_task.task',
  ],
  [
    extraction('api_call', { url: 'https://a.example', headers: { a: 'Bearer {password[0]}' } }),
    'extraction_action.api_call.headers.a',
  ],
  [
    extraction('api_call', { url: 'https://a.example', body: { a: ['{password[0]}'] } }),
    'extraction_action.api_call.body.a.0',
  ],
  [
    extraction('llm', {
      extraction_instructions: 'Find {password[0]}',
      extraction_format: { a: 'str' },
    }),
    'extraction_action.llm.extraction_instructions',
  ],
  [
    extraction('python_script', {
      script: 'print("{password[0]}")',
      extraction_format: { a: 'str' },
      output_variable_names: ['a'],
    }),
    'extraction_action.python_script.script',
  ],
  [
    { python_script_action: { execution_code: 'x = "{password[0]}"' } },
    'python_script_action.execution_code',
  ],
  [
    { powershell_action: { commands: ['dir', 'echo {password[0]}'] } },
    'powershell_action.commands.1',
  ],
  [
    { fail_state_action: { failure_message: 'not {password[0]}' } },
    'fail_state_action.failure_message',
  ],
  [
    { misc_action: { wait_for: { assertion: 'to_have_url', expected: '{password[0]}' } } },
    'misc_action.wait_for.expected',
  ],
  [
    {
      assertion_action: {
        expect: {
          assertion: 'to_have_value',
          command: 'locator("input")',
          expected: '{password[0]}',
        },
      },
    },
    'assertion_action.expect.expected',
  ],
  [{ type: 'private_node', handler: 'a.b', inputs: { key: ['{password[0]}'] } }, 'inputs.key.0'],
])('rejects a secret in %j', (node, place) => {
  expect(refusalsOf(withNodes([node]))).toEqual([misplaced(`nodes.0.${place}`)]);
});

test('rejects a secret in the target of a step that may type it', () => {
  expect(refusalsOf(withNodes([fill('get_by_label("{password[0]}")', '{password[0]}')]))).toEqual([
    misplaced('nodes.0.interaction_action.input_text.command'),
  ]);
});

test('rejects a secret in the start page and in expressions, with and without braces', () => {
  const loop = { variable_name: 'name', nodes: [click('locator("{password[1]}")')] };
  const nodes = [
    { misc_action: { set_variable: { name: 'x', expression: 'password[0]' } } },
    { condition: '{password[0]} == "x"', if_nodes: [], else_nodes: [] },
    loop,
  ];
  expect(refusalsOf(withNodes(nodes, { url: 'https://a.example/{password[0]}' }))).toEqual([
    misplaced('nodes.0.misc_action.set_variable.expression', 'password[0]'),
    misplaced('nodes.1.condition'),
    misplaced('nodes.2.nodes.0.interaction_action.click_element.command', '{password[1]}'),
    misplaced('url'),
  ]);
});

test('rejects a loop over secrets', () => {
  expect(refusalsOf(withNodes([{ variable_name: 'name, password', nodes: [] }]))).toEqual([
    'nodes.0.variable_name: "password" is a secret, but loops iterate only over input parameters and variables.',
  ]);
});

test.each([
  ['in the automation', (step: object) => step, 'nodes.0'],
  ['in a loop', (step: object) => ({ variable_name: 'name', nodes: [step] }), 'nodes.0.nodes.0'],
])('rejects a slider set to a secret %s', (_where, place, path) => {
  const slider = action('interaction', {
    input_text: { command: 'locator("a")', input_text: '{password[0]}', is_slider: true },
  });
  expect(refusalsOf(withNodes([place(slider)]))).toEqual([
    `${path}.interaction_action.input_text.input_text: {password[0]} is a secret, and is_slider reads the text as a number. Set is_slider to false.`,
  ]);
});

test('rejects an index beyond the declared secrets', () => {
  expect(refusalsOf(withNodes([fill('locator("a")', 'x{password[2]}')]))).toEqual([
    'nodes.0.interaction_action.input_text.input_text: {password[2]} has no value: the secret "password" is declared with 2 values, counted from 0. Declare as many as the steps use, or [] if tasks supply them.',
  ]);
});

test.each(['{password[0]}', '{password[-1]} {name[0]}', '{open[7]}', 'password[0]', '{name[0]}'])(
  'accepts %s in a field that is typed',
  (text) => {
    expect(refusalsOf(withNodes([fill('get_by_label("Password")', text)]))).toEqual([]);
  },
);
