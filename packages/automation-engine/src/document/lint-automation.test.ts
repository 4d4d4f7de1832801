import { expect, test } from '@jest/globals';
import { sampleRecordings } from '@errand/sample-site';
import { exampleAutomations } from '../test/example-automations.ts';
import { fullAutomation } from '../test/full-automation.ts';
import { automationWith, click, fill } from '../test/wire-nodes.ts';
import { lintAutomation, parseAutomation } from './index.ts';

/** Returns `rule at.this.place` for every warning. */
function warningsOf(automation: object): string[] {
  return lintAutomation(parseAutomation(automation)).map(
    ({ rule, path }) => `${rule} ${path.join('.')}`,
  );
}

function messagesOf(automation: object): string[] {
  return lintAutomation(parseAutomation(automation)).map(({ message }) => message);
}

/** CPU time of this process in milliseconds, independent of how busy the machine is. */
function cpuMsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

const inputs = { name: ['Ann'], ids: [], password_hint: [] };
const parameters = {
  input_parameters: inputs,
  generated_parameters: { total: [0], late: [] },
  secure_parameters: { password: [] },
};

function withNodes(nodes: readonly object[], more: object = {}): object {
  return automationWith(nodes, { parameters, ...more });
}

const fieldOf = (kind: string, field: string, node = 0) =>
  `nodes.${node}.interaction_action.${kind}.${field}`;
const setTo = (expression: string) => ({
  misc_action: { set_variable: { name: 'x', expression } },
});
const setPassword = (kind: string, params: object) => ({
  interaction_action: { [kind]: { command: 'get_by_label("Password")', ...params } },
});
const extract = (name: string) => ({
  extraction_action: {
    locator: {
      command: 'locator("td")',
      extraction_format: { [name]: 'str' },
      output_variable_name: name,
    },
  },
});

test('reports nothing for the recordings of the sample site', () => {
  const found = sampleRecordings('http://127.0.0.1').map(({ automation }) =>
    warningsOf(automation),
  );
  expect(found).toEqual([[], [], []]);
});

test.each([
  'pdfDownload',
  'stockQuote',
  'travelLookup',
  'storageCapture',
  'authorisations',
  'login',
])('reports nothing for the example %s', (name) => {
  expect(warningsOf(exampleAutomations[name] ?? {})).toEqual([]);
});

test.each([
  ['{nmae[0]}', 'Nothing declares or writes "nmae". Did you mean "name"?'],
  ['{name}', '{name} is not replaced: write {name[0]} for the first value.'],
  ['{name[i]}', '{name[i]} has no value here: no loop around this step has the index "i".'],
  [
    '{index_of(ids)}',
    '{index_of(ids)} has no value here: no loop around this step iterates over "ids".',
  ],
])('explains why %s has no value', (text, message) => {
  const automation = withNodes([fill('locator("input")', text)]);
  expect(warningsOf(automation)).toEqual([`unknown-name ${fieldOf('input_text', 'input_text')}`]);
  expect(messagesOf(automation)).toEqual([message]);
});

test.each(['{name[0]}', '{ids[4]}', '{current_time[0]}', '{total[0]}', '{word}', '{"a": [1]}'])(
  'accepts %s',
  (text) => {
    expect(warningsOf(withNodes([fill('locator("input")', text)]))).toEqual([]);
  },
);

test('reports unknown names in conditions, expressions and nested nodes', () => {
  const automation = withNodes([
    {
      condition: 'not found[0] and name[0] == "{nmae[0]}"',
      if_nodes: [setTo('totals[0] + 1')],
    },
  ]);
  expect(warningsOf(automation)).toEqual([
    'unknown-name nodes.0.condition',
    'unknown-name nodes.0.condition',
    'unknown-name nodes.0.if_nodes.0.misc_action.set_variable.expression',
  ]);
});

test('checks only names in braces in a poll condition', () => {
  const call = { url: 'https://api.example', poll_condition: "body.status == '{nmae[0]}'" };
  expect(warningsOf(withNodes([{ extraction_action: { api_call: call } }]))).toEqual([
    'unknown-name nodes.0.extraction_action.api_call.poll_condition',
  ]);
});

test('knows the names that steps write, including names with placeholders', () => {
  const loop = {
    locator: 'locator("tr")',
    index_variable_name: 'row',
    nodes: [extract('patient_{row}'), click('{locator[row]}.get_by_text("{row}")')],
  };
  const after = fill('locator("input")', '{patient_3[0]} {api_result.body.id}');
  const call = { extraction_action: { api_call: { url: 'https://api.example' } } };
  expect(warningsOf(withNodes([loop, after, call]))).toEqual([]);
});

test('requires a loop over a locator where its match is used', () => {
  const automation = withNodes([{ variable_name: 'ids', nodes: [click('{locator[index]}')] }]);
  expect(messagesOf(automation)).toEqual([
    '{locator[index]} has no value here: no loop over a locator around this step has the index "index".',
  ]);
});

test.each([
  ['{name[1]}', '{name[1]} has no value: "name" is declared with 1 value, counted from 0.'],
  ['{name[-2]}', '{name[-2]} has no value: "name" is declared with 1 value, counted from 0.'],
  [
    '{late[0]}',
    '{late[0]} has no value: "late" is declared without values, and no step writes it.',
  ],
])('explains why no list has %s', (text, message) => {
  const automation = withNodes([fill('locator("input")', text)]);
  expect(warningsOf(automation)).toEqual([
    `impossible-index ${fieldOf('input_text', 'input_text')}`,
  ]);
  expect(messagesOf(automation)).toEqual([message]);
});

test('accepts any index of a list that a step writes', () => {
  expect(warningsOf(withNodes([extract('late'), setTo('late[7]')]))).toEqual([]);
});

test('reports the first unreachable node of each list', () => {
  const fail = { fail_state_action: {} };
  const sleep = { sleep_action: { sleep_time: 1 } };
  const automation = withNodes([
    { condition: 'name[0]', if_nodes: [fail, sleep, sleep], else_nodes: [fail] },
    sleep,
  ]);
  expect(warningsOf(automation)).toEqual([
    'unreachable-node nodes.1',
    'unreachable-node nodes.0.if_nodes.1',
  ]);
  expect(warningsOf(withNodes([{ condition: 'name[0]', if_nodes: [fail] }, sleep, fail]))).toEqual(
    [],
  );
});

test.each([
  [{ sleep_action: { sleep_time: 600 } }, 'sleep_action.sleep_time'],
  [{ sleep_action: { sleep_time: 1 }, before_sleep_time: 600 }, 'before_sleep_time'],
  [{ type: 'private_node', handler: 'a.b', before_sleep_time: 600 }, 'before_sleep_time'],
  [{ locator: 'locator("a")', assertion: 'to_be_hidden', timeout: 900 }, 'timeout'],
  [
    { misc_action: { wait_for: { assertion: 'to_have_url', expected: 'a', timeout: 600 } } },
    'misc_action.wait_for.timeout',
  ],
  [
    { assertion_action: { expect: { assertion: 'to_have_url', expected: 'a', timeout: 600 } } },
    'assertion_action.expect.timeout',
  ],
  [{ human_in_loop_action: { max_wait_time: 600 } }, 'human_in_loop_action.max_wait_time'],
  [
    { interaction_action: { max_tries: 700, hover: { command: 'locator("a")' } } },
    'interaction_action.max_tries',
  ],
  [
    {
      extraction_action: {
        api_call: {
          url: 'https://api.example',
          poll_condition: 'status_code == 200',
          poll_interval: 60,
          max_poll_attempts: 11,
        },
      },
    },
    'extraction_action.api_call',
  ],
])("reports the wait in %j that exceeds the task's timeout", (node, place) => {
  expect(warningsOf(withNodes([node]))).toEqual([`wait-exceeds-timeout nodes.0.${place}`]);
});

test('adds up pauses in the same list', () => {
  const pause = { sleep_action: { sleep_time: 200 } };
  expect(warningsOf(withNodes([pause, pause]))).toEqual([]);
  expect(warningsOf(withNodes([pause, pause, pause]))).toEqual(['wait-exceeds-timeout nodes']);
});

test('reports a plain TOTP seed without repeating it', () => {
  const secure = { code: [{ totp: { totp_secret: 'JBSWY3DPEHPK3PXP' } }] };
  const automation = withNodes([], { parameters: { ...parameters, secure_parameters: secure } });
  expect(warningsOf(automation)).toEqual([
    'secret-in-plain-field parameters.secure_parameters.code.0.totp.totp_secret',
  ]);
  expect(messagesOf(automation).join('')).not.toContain('JBSWY3DPEHPK3PXP');
});

test.each([
  ['input_text', 'input_text', 'hunter2'],
  ['set_value', 'value', 'hunter2'],
  ['set_value', 'value', 1234],
])('reports a plain password in %s.%s without repeating it: %j', (kind, field, password) => {
  const automation = withNodes([setPassword(kind, { [field]: password })]);
  expect(warningsOf(automation)).toEqual([`secret-in-plain-field ${fieldOf(kind, field)}`]);
  expect(messagesOf(automation).join('')).not.toContain(String(password));
});

test.each([
  ['input_text', { input_text: '{password[0]}' }],
  ['set_value', { value: '{password[0]}' }],
  ['set_value', { value: true }],
])('accepts a password field that %s sets by %j', (kind, params) => {
  expect(warningsOf(withNodes([setPassword(kind, params)]))).toEqual([]);
});

test('reports names that shadow other values', () => {
  const nested = { variable_name: 'ids', nodes: [] };
  const automation = withNodes([
    extract('name'),
    { variable_name: 'ids', nodes: [nested] },
    { variable_name: 'ids', index_variable_name: 'late', nodes: [] },
  ]);
  expect(warningsOf(automation)).toEqual([
    'shadowed-name nodes.0.extraction_action.locator.output_variable_name',
    'shadowed-name nodes.2.index_variable_name',
    'shadowed-name nodes.1.nodes.0.index_variable_name',
  ]);
});

test('requires a downloading step when downloads are expected', () => {
  const more = { expected_downloads: 2 };
  expect(warningsOf(withNodes([click('locator("a")')], more))).toEqual([
    'no-download-step expected_downloads',
  ]);
  const loop = { variable_name: 'ids', nodes: [click('locator("a")', { expect_download: true })] };
  expect(warningsOf(withNodes([loop], more))).toEqual([]);
  const handler = { type: 'private_node', handler: 'a.b' };
  expect(warningsOf(withNodes([handler], more))).toEqual([]);
});

test('accepts loops over a list inside a variable', () => {
  const loops = ['total[0]', 'total.rows, name'].map((list) => ({
    variable_name: list,
    nodes: [],
  }));
  expect(messagesOf(withNodes(loops))).toEqual([]);
});

test('reports loops over unknown lists', () => {
  expect(messagesOf(withNodes([{ variable_name: 'ids, namse', nodes: [] }]))).toEqual([
    'The loop iterates over "namse", which nothing declares or writes. Did you mean "name"?',
  ]);
});

test('reports scripts that are not valid Python', () => {
  const scripts = [
    'async def code_fn(page):\n    x = {n[0]}\n    await page.click(f"#{x}")\n',
    'async def code_fn(page):\n    x = (1\n    return x',
    'const f = async (page) => page.click("a"); // code_fn',
    'print("hello")',
  ];
  const nodes = scripts.map((code) => ({ python_script_action: { execution_code: code } }));
  expect(messagesOf(withNodes(nodes))).toEqual([
    'Line 3 does not look like Python: return x. Invalid Python fails when the script runs.',
    'Line 1 does not look like Python: const f = async (page) => page.click("a"); // code_fn. Invalid Python fails when the script runs.',
    'The script defines no code_fn, the function that is run: write async def code_fn(...).',
  ]);
  const wrong = withNodes([{ python_script_action: { execution_code: 'x = = code_fn' } }]);
  expect(warningsOf(wrong)).toEqual(['python-syntax nodes.0.python_script_action.execution_code']);
});

test('stays fast on adversarial scripts', () => {
  const slow = [')', '**', 'a b ', '(', '= ', 'if x:\n '].map((unit) => ({
    python_script_action: { execution_code: `${unit.repeat(8000)}code_fn`.slice(0, 50_000) },
  }));
  const before = process.cpuUsage();
  expect(warningsOf(withNodes(slow))).not.toEqual([]);
  expect(cpuMsSince(before)).toBeLessThan(2000);
});

test('checks post-processing nodes too', () => {
  const more = { post_processing_nodes: [fill('locator("input")', '{nmae[0]}')] };
  expect(warningsOf(withNodes([], more))).toEqual([
    'unknown-name post_processing_nodes.0.interaction_action.input_text.input_text',
  ]);
});

test('stops at a hundred warnings and stays fast on a large automation', () => {
  const automation = withNodes(
    Array.from({ length: 10_000 }, (_, index) => fill('locator("input")', `{a${index}[0]}`)),
  );
  const parsed = parseAutomation(automation);
  const before = process.cpuUsage();
  expect(lintAutomation(parsed)).toHaveLength(100);
  expect(cpuMsSince(before)).toBeLessThan(2000);
});

test('reads every field of every node', () => {
  expect(() => warningsOf(fullAutomation)).not.toThrow();
});

test('stays fast on adversarial names', () => {
  const placeholders = Array.from({ length: 40 }, (_, index) => `{a${index}}`).join('a');
  const nodes = [
    extract(`${placeholders}!`),
    fill('locator("input")', `{${'a'.repeat(60)}[0]}`.repeat(20_000)),
  ];
  const before = process.cpuUsage();
  expect(warningsOf(withNodes(nodes))).toHaveLength(1);
  expect(cpuMsSince(before)).toBeLessThan(2000);
});
