import { expect, test } from '@jest/globals';
import {
  extract,
  messagesOf,
  problemsOf,
  setTo,
  warningsOf,
  withNodes,
} from '../../test/lint-cases.ts';
import { click, fill } from '../../test/wire-nodes.ts';

test.each([
  ['{nmae[0]}', 'Nothing declares or writes "nmae". Did you mean "name"?'],
  ['{name}', '{name} is not replaced: write {name[0]} for the first value.'],
  [
    '{name[i]}',
    '{name[i]} has no value here: no loop around this step has the index "i". To fix it, write {name[0]} for the first value.',
  ],
  [
    '{index_of(ids)}',
    '{index_of(ids)} has no value here: no loop around this step iterates over "ids".',
  ],
])('explains why %s has no value', (text, message) => {
  expect(problemsOf(text)).toEqual([`unknown-name: ${message}`]);
});

test('says how to write the value of the iteration', () => {
  const nodes = ['{ids}', '{ids[i]}', '{name}'].map((text) => fill('locator("input")', text));
  const loop = { variable_name: 'name, ids', index_variable_name: 'row', nodes };
  expect(messagesOf(withNodes([loop]))).toEqual([
    '{ids} is not replaced: write {ids[row]} for the value of this iteration.',
    '{ids[i]} has no value here: no loop around this step has the index "i". To fix it, write {ids[row]} for the value of this iteration.',
    '{name} is not replaced: write {name[row]} for the value of this iteration.',
  ]);
});

test('asks for the name of a list without braces', () => {
  expect(messagesOf(withNodes([{ variable_name: '{ids}', nodes: [] }]))).toEqual([
    'Write the name without braces: "ids".',
  ]);
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

test('reports unknown variables that a script reads from its context', () => {
  const lines = [
    'a = ctx.variables["lones"]',
    "b = ctx.variables['total'], ctx.variables.get('maybe'), ctx.variables[key]",
    'ctx.variables["new"] = 1',
  ];
  const code = `async def code_fn(page, ctx):\n    ${lines.join('\n    ')}`;
  expect(messagesOf(withNodes([{ python_script_action: { execution_code: code } }]))).toEqual([
    'Nothing declares or writes "lones". Declare it, name it in the output_variable_name of a step, or correct it.',
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
