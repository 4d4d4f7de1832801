import { expect, test } from '@jest/globals';
import { failureOf } from '../test/run-on-page.ts';
import { useStage } from '../test/use-stage.ts';

const stage = useStage();

const say = (text: string) => ({
  misc_action: { set_variable: { name: 'said', value: text, output_variable_name: 'said' } },
  end_sleep_time: 0,
});
const branch = (condition: string) => ({
  condition,
  if_nodes: [say('yes')],
  else_nodes: [say('no')],
});
const inputs = { flag: [false], name: ['Grace'], none: [], index: [7] };
const parameters = {
  input_parameters: inputs,
  generated_parameters: { is_found: [true], count: [3, null] },
};
const conditions: readonly (readonly [condition: string, said: string])[] = [
  ['is_found[0]', 'yes'],
  ['{is_found[0]}', 'yes'],
  ['not flag[0]', 'yes'],
  ['count[0] > 2 and not none', 'yes'],
  ['count[1] is None', 'yes'],
  ["name[0] == 'Grace'", 'yes'],
  ["'{name[0]}' == 'Grace'", 'yes'],
  ["name[0] in ['Ada', 'Eve']", 'no'],
  ['none', 'no'],
  ["current_page_url[0].endswith('/start')", 'no'],
];

// proves field: if_else_node.condition; if_else_node.if_nodes; if_else_node.else_nodes
test('runs the branch that the condition selects', async () => {
  const nodes = conditions.map(([condition]) => branch(condition));
  const run = await stage.run('<p>', nodes, { inputs, automation: { parameters } });
  expect(failureOf(run)).toBe('success');
  const said = run.result.outputData.map(({ json_data: data }) => data?.['said']);
  expect(said).toEqual(conditions.map(([, answer]) => answer));
  expect(run.events.slice(0, 2)).toMatchObject([
    { nodePath: 'nodes[0]', kind: 'if_else_node', outcome: 'done' },
    { nodePath: 'nodes[0].if_nodes[0]', kind: 'set_variable' },
  ]);
});

test('continues after a branch without nodes and supports nesting', async () => {
  const nested = { condition: 'True', if_nodes: [branch('flag[0]'), say('after')] };
  const empty = { condition: 'False', if_nodes: [say('never')] };
  const run = await stage.run('<p>', [empty, nested], { inputs });
  expect(run.result.outputData.map(({ json_data: data }) => data?.['said'])).toEqual([
    'no',
    'after',
  ]);
  expect(run.events.map(({ nodePath }) => nodePath)).toContain(
    'nodes[1].if_nodes[0].else_nodes[0]',
  );
});

test.each([
  ['absent[0]', /^placeholder_unresolved: No value for absent/],
  ['none[0]', /^expression_error: .*character 5: There is no element 0: the length is 0/],
  ['name[0] > 5', /^expression_error: .*a str and an int cannot be ordered/],
])('fails the step when %s cannot be evaluated', async (condition, message) => {
  const run = await stage.run('<p>', [branch(condition)], { inputs });
  expect(failureOf(run)).toMatch(message);
  expect(run.result).toMatchObject({ error: { nodePath: 'nodes[0]' } });
});

test('runs in post-processing, even after a failure', async () => {
  const loop = { variable_name: 'flag', nodes: [branch('{flag[index]}')] };
  const run = await stage.run('<p>', [branch('absent')], {
    inputs,
    automation: { post_processing_nodes: [loop] },
  });
  expect(run.result).toMatchObject({
    status: 'failed',
    error: { nodePath: 'nodes[0]' },
    outputData: [{ json_data: { said: 'no' } }],
    forLoopStatus: [[{ variable_name: 'flag', status: 'success' }]],
  });
  expect(run.events.at(-1)?.nodePath).toBe('post_processing_nodes[0][0].nodes[0].else_nodes[0]');
});

test('fails when a node in the branch fails', async () => {
  const fail = { fail_state_action: { failure_message: 'as wanted' } };
  const run = await stage.run('<p>', [{ condition: '1', if_nodes: [fail, say('never')] }]);
  expect(run.result).toMatchObject({
    status: 'failed',
    error: { class: 'fail_state', nodePath: 'nodes[0].if_nodes[0]' },
    outputData: [],
  });
});
