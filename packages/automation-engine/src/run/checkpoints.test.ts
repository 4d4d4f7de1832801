import { expect, test } from '@jest/globals';
import { interact } from '../test/run-on-page.ts';
import { withSecrets } from '../test/secret-stage.ts';
import { useStage } from '../test/use-stage.ts';

const stage = useStage();

const set = (name: string, expression: string, more: object = {}) => ({
  misc_action: { set_variable: { name, expression } },
  end_sleep_time: 0,
  ...more,
});
const give = (name: string, value: string) => ({
  misc_action: { set_variable: { name, value } },
  end_sleep_time: 0,
});
const extract = (name: string) => ({
  misc_action: { set_variable: { name, value: name, output_variable_name: name } },
  end_sleep_time: 0,
});
const missing = interact(
  'click_element',
  { command: 'locator("#missing")' },
  { group: { max_tries: 1 } },
);
const loop = { variable_name: 'list', nodes: [missing] };
const variables = { list: ['a', 'b'] };
const parameters = { input_parameters: {}, generated_parameters: variables };

test('a failed run leaves checkpoints of its last resumable node and of the one at which it stopped', async () => {
  const nodes = [
    extract('first'),
    set('total', '1 + 1', { resumable: true }),
    extract('second'),
    loop,
  ];
  const { result, page } = await stage.run('<p>form', nodes, { automation: { parameters } });
  const moment = { pageUrl: page.url(), lostVariables: [], fileCount: 0, hasActed: false };
  expect(result).toMatchObject({ status: 'failed', error: { nodePath: 'nodes[3][0].nodes[0]' } });
  expect(result.checkpoints).toEqual([
    {
      ...moment,
      nodePath: 'nodes[1]',
      outputCount: 1,
      variables: { ...variables, first: ['first'] },
    },
    {
      ...moment,
      nodePath: 'nodes[3]',
      outputCount: 2,
      variables: { ...variables, first: ['first'], total: [2], second: ['second'] },
    },
  ]);
});

test('a run that completed all nodes leaves no checkpoints, even if it then fails', async () => {
  const automation = { parameters, post_processing_nodes: [missing] };
  const { result } = await stage.run('', [set('total', '1', { resumable: true })], { automation });
  expect(result).toMatchObject({ status: 'failed', checkpoints: [] });
});

test('a checkpoint omits variables and addresses that contain a secret or are too large', async () => {
  const value = 'hunter2-hunter2';
  const { options } = withSecrets({ password: [{ value }] });
  const nodes = [
    give('early', value),
    interact('input_text', { command: 'locator("input")', input_text: '{password[0]}' }),
    give('late', value),
    give('large', 'x'.repeat(300_000)),
    interact('go_to_url', { url: `${stage.url}/?q=${value}` }),
    missing,
  ];
  const { result } = await stage.run('<input type=password>', nodes, {
    ...options,
    inputs: { name: ['Ann'] },
  });
  expect(result.checkpoints).toEqual([
    {
      nodePath: 'nodes[5]',
      pageUrl: null,
      // Steps store no secret that is known when they run.
      variables: { late: ['[redacted]'] },
      lostVariables: ['early', 'large'],
      outputCount: 0,
      fileCount: 0,
      hasActed: false,
    },
  ]);
});

// proves field: action_node.resumable
// proves field: for_loop_node.resumable
// proves field: while_loop_node.resumable
// proves field: if_else_node.resumable
// proves field: assert_locator_node.resumable
// proves field: private_node.resumable
test('a node of each kind can be the last resumable one', async () => {
  const kinds = [
    set('total', '1'),
    { variable_name: 'list', nodes: [] },
    { condition: 'False', max_iterations: 1, nodes: [] },
    { condition: 'False', if_nodes: [] },
    { locator: 'locator("p")', assertion: 'to_be_visible', timeout: 0 },
    { type: 'private_node', handler: 'nothing' },
  ];
  const nodes = kinds.map((node) => ({ ...node, resumable: true }));
  const privateHandlers = new Map([['nothing', async () => null]]);
  for (const index of nodes.keys()) {
    const run = await stage.run('<p>form', [...nodes.slice(0, index + 1), extract('x'), missing], {
      automation: { parameters },
      dependencies: { privateHandlers },
    });
    const paths = run.result.checkpoints.map(({ nodePath }) => nodePath);
    expect(paths).toEqual([`nodes[${index}]`, `nodes[${index + 2}]`]);
  }
});

test('a run continues at a node, with the page, variables and output it had before', async () => {
  const nodes = [
    extract('first'),
    extract('second'),
    set('total', '{total[0]} + 1'),
    extract('third'),
  ];
  const { result, events, page } = await stage.run('<p>start', nodes, {
    automation: { parameters: { input_parameters: {}, generated_parameters: { total: [0] } } },
    start: {
      nodePath: 'nodes[2]',
      pageUrl: `${stage.url}/other`,
      variables: { total: [41] },
      outputData: [{ unique_identifier: 'first', json_data: { first: 'then' } }],
    },
  });
  expect(page.url()).toBe(`${stage.url}/other`);
  expect(events.map(({ nodePath }) => nodePath)).toEqual(['nodes[2]', 'nodes[3]']);
  expect(result.outputData.map(({ json_data: data }) => data)).toEqual([
    { first: 'then' },
    { third: 'third' },
  ]);
  expect(result).toMatchObject({ status: 'success', checkpoints: [] });
});

test('a checkpoint omits values that a person sent', async () => {
  const ask = { human_in_loop_action: { max_wait_time: 60 }, end_sleep_time: 0 };
  const humanInTheLoop = { waitForResume: async () => ({ variables: { code: ['482913'] } }) };
  const { result } = await stage.run('', [ask, missing], { dependencies: { humanInTheLoop } });
  expect(result).toMatchObject({
    status: 'failed',
    checkpoints: [{ nodePath: 'nodes[1]', variables: {}, lostVariables: ['code'] }],
  });
});

const field = 'locator("input").first';
const typing = { input_text: 'a', fill_or_type: 'type', press_enter: true };

test.each([
  ['had typed into a field that went away then', { command: field, ...typing }, true],
  ['did not find its field', { command: 'locator("#missing")', ...typing }, false],
])('says whether the failed step acted: it %s', async (_what, params, hasActed) => {
  const html = '<input oninput="this.remove()">';
  const node = interact('input_text', params, { group: { max_tries: 1 } });
  const { result } = await stage.run(html, [node]);
  expect(result).toMatchObject({
    status: 'failed',
    error: { class: 'locator_not_found' },
    checkpoints: [{ hasActed }],
  });
});
