import { expect, test } from '@jest/globals';
import { failureOf, interact, type Stage } from '../test/run-on-page.ts';
import { useStage } from '../test/use-stage.ts';

const stage = useStage();

const set = (name: string, expression: string, more: object = {}) => ({
  misc_action: { set_variable: { name, expression, ...more } },
  end_sleep_time: 0,
});
const one = { inputs: { n: ['0'] } };
const loop = (fields: object) => ({ type: 'while_loop_node', max_iterations: 5, ...fields });
const count = set('n', 'int(n[0]) + 1', { output_variable_name: 'n' });
const outputsOf = ({ result }: Awaited<ReturnType<Stage['run']>>) =>
  result.outputData.map(({ json_data: data }) => data?.['n']);

// proves field: while_loop_node.type; while_loop_node.condition; while_loop_node.nodes
test('repeats its nodes while the condition is true', async () => {
  const run = await stage.run('x', [loop({ condition: 'int(n[0]) < 3', nodes: [count] })], one);
  expect(failureOf(run)).toBe('success');
  expect(outputsOf(run)).toEqual([1, 2, 3]);
  expect(run.events.map(({ nodePath, kind, outcome }) => `${nodePath} ${kind} ${outcome}`)).toEqual(
    [
      'nodes[0][0] while_loop_node done',
      'nodes[0][0].nodes[0] set_variable done',
      'nodes[0][1] while_loop_node done',
      'nodes[0][1].nodes[0] set_variable done',
      'nodes[0][2] while_loop_node done',
      'nodes[0][2].nodes[0] set_variable done',
      'nodes[0][3] while_loop_node skipped',
    ],
  );
  const iteration = { variable_name: 'int(n[0]) < 3', value: null, status: 'success' };
  expect(run.result.forLoopStatus).toEqual([
    [
      { ...iteration, index: 0 },
      { ...iteration, index: 1 },
      { ...iteration, index: 2 },
    ],
  ]);
});

/** Three pages of rows. The last page's button is disabled shortly after it is drawn. */
const pages = `<ol></ol><button onclick="turn()">Next</button><script>
  let page = 0;
  const button = document.querySelector('button');
  function turn() {
    page += 1;
    button.disabled = true;
    setTimeout(() => {
      document.querySelector('ol').innerHTML = '<li>row ' + page;
      button.disabled = page === 3;
    }, 150);
  }
  turn();
</script>`;

// proves field: while_loop_node.expectation.command; while_loop_node.expectation.assertion
// proves field: while_loop_node.expectation.timeout; while_loop_node.index_variable_name
test('continues through pages while there is a next one', async () => {
  const expectation = {
    command: 'get_by_role("button", name="Next")',
    assertion: 'to_be_enabled',
    timeout: 1,
  };
  const nodes = [
    {
      extraction_action: {
        unique_identifier: 'page_{turn}',
        locator: { command: 'locator("li")', extraction_format: { row: 'str' } },
      },
    },
    interact('click_element', { command: 'get_by_role("button")' }),
  ];
  const run = await stage.run(pages, [loop({ expectation, nodes, index_variable_name: 'turn' })]);
  expect(failureOf(run)).toBe('success');
  expect(run.result.outputData.map((entry) => Object.values(entry).flat())).toEqual([
    ['page_0', { node2_output: 'row 1' }],
    ['page_1', { node2_output: 'row 2' }],
  ]);
  expect(run.result.forLoopStatus[0]?.[0]?.variable_name).toBe(
    'get_by_role("button", name="Next") to_be_enabled',
  );
});

// proves field: while_loop_node.expectation.expected; while_loop_node.expectation.match
// proves field: while_loop_node.expectation.attribute; while_loop_node.expectation.is_negated
test('continues until the page meets a negated expectation', async () => {
  const html = `<p lang=a>0</p><button onclick="const p = document.querySelector('p'); p.lang += 'a'">+</button>`;
  const expectation = {
    command: 'locator("p")',
    assertion: 'to_have_attribute',
    attribute: 'lang',
    expected: '^a{3}$',
    match: 'regex',
    is_negated: true,
    timeout: 0,
  };
  const nodes = [interact('click_element', { command: 'get_by_role("button")' })];
  const run = await stage.run(html, [loop({ expectation, nodes })]);
  expect(failureOf(run)).toBe('success');
  await expect(run.read("document.querySelector('p').lang")).resolves.toBe('aaa');
});

// proves field: while_loop_node.max_iterations
test('fails when the condition still holds after the last iteration', async () => {
  const run = await stage.run('x', [loop({ condition: 'index >= 0', nodes: [count] })], one);
  expect(failureOf(run)).toBe(
    'limit_exceeded: The loop would continue after 5 iterations (max_iterations): index >= 0 still holds. Change what it depends on in the loop, or raise max_iterations.',
  );
  expect(outputsOf(run)).toEqual([1, 2, 3, 4, 5]);
  const just = loop({ condition: 'int(n[0]) < 5', nodes: [count] });
  expect(failureOf(await stage.run('x', [just], one))).toBe('success');
});

// proves field: while_loop_node.is_checked_after
test('runs once before the check with is_checked_after, otherwise not at all', async () => {
  const never = { condition: 'int(n[0]) < 0', nodes: [count] };
  const run = await stage.run('x', [loop(never), loop({ ...never, is_checked_after: true })], one);
  expect(failureOf(run)).toBe('success');
  expect(outputsOf(run)).toEqual([1]);
});

// proves field: while_loop_node.on_error_in_loop
test.each([
  ['raise', 'fail_state: No', [1]],
  ['break', 'success', [1]],
  ['continue', 'success', [1, 2, 3]],
])('follows on_error_in_loop: %s', async (onError, failure, outputs) => {
  const nodes = [count, { fail_state_action: { failure_message: 'No' }, end_sleep_time: 0 }];
  const fields = { condition: 'int(n[0]) < 3', nodes, on_error_in_loop: onError };
  const run = await stage.run('x', [loop(fields)], one);
  expect(failureOf(run)).toBe(failure);
  expect(outputsOf(run)).toEqual(outputs);
  expect(run.result.forLoopStatus[0]?.map(({ status }) => status)).toEqual(
    outputs.map(() => 'error'),
  );
});

test('nests with other loops', async () => {
  const inner = loop({
    condition: 'k < 2',
    index_variable_name: 'k',
    nodes: [set('x', "'{names[index]}' + str(k)", { output_variable_name: 'n' })],
  });
  const outer = { type: 'for_loop_node', variable_name: 'names', nodes: [inner] };
  const outermost = loop({
    condition: 'round_number < 1',
    index_variable_name: 'round_number',
    nodes: [outer],
  });
  const run = await stage.run('x', [outermost], { inputs: { names: ['a', 'b'] } });
  expect(failureOf(run)).toBe('success');
  expect(outputsOf(run)).toEqual(['a0', 'a1', 'b0', 'b1']);
  expect(run.events.map(({ nodePath }) => nodePath)).toContain(
    'nodes[0][0].nodes[0][1].nodes[0][1].nodes[0]',
  );
  expect(run.result.forLoopStatus.map((list) => list.length)).toEqual([1, 2, 2, 2]);
});

test('stops immediately when the run is aborted', async () => {
  const stop = new AbortController();
  const nodes = [{ sleep_action: { sleep_time: 0.05 }, end_sleep_time: 0 }];
  const endless = loop({ condition: 'index >= 0', nodes, max_iterations: 10_000 });
  const run = await stage.run('x', [endless], {
    dependencies: {
      signal: stop.signal,
      onEvent: ({ sequence }) => void (sequence === 6 && stop.abort(new Error('cancelled'))),
    },
  });
  expect(run.result.status).toBe('aborted');
  expect(run.result.forLoopStatus[0]?.length).toBeLessThan(6);
});
