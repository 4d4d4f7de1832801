import { expect, test } from '@jest/globals';
import { failureOf, interact } from '../test/run-on-page.ts';
import { useStage } from '../test/use-stage.ts';

const stage = useStage();

/** Each button appends its text to #log. */
const page = `
  <output id=log></output>
  <button>open</button><button>reset</button><button>bad</button>
  <button>A</button><button>B</button><button>C</button>
  <script>for (const button of document.querySelectorAll('button'))
    button.onclick = () => { log.textContent += button.textContent + ' ' }</script>`;

const click = (text: string, group: object = {}) =>
  interact(
    'click_element',
    { command: `get_by_role("button", name="${text}", exact=True)` },
    { group },
  );
const set = (name: string, expression: string, more: object = {}) => ({
  misc_action: { set_variable: { name, expression, ...more } },
  end_sleep_time: 0,
});
const fail = (message: string) => ({
  fail_state_action: { failure_message: message },
  end_sleep_time: 0,
});
const log = { inputs: { names: ['A', 'B', 'C'] } };
const readLog = 'log.textContent.trim()';

// proves field: for_loop_node.variable_name; for_loop_node.index_variable_name; for_loop_node.nodes
test('iterates over a list and reads further lists in parallel', async () => {
  const loop = {
    type: 'for_loop_node',
    variable_name: 'names, ages',
    nodes: [
      click('{names[index]}'),
      set('text', "'{names[index]} {index} {index_of(names)} {ages[index]}'", {
        output_variable_name: 'row_{index}',
      }),
    ],
  };
  const run = await stage.run(page, [loop], { inputs: { names: ['A', 'C'], ages: [5, 7, 9] } });
  expect(failureOf(run)).toBe('success');
  await expect(run.read(readLog)).resolves.toBe('A C');
  expect(run.result.outputData.map(({ json_data: data }) => data)).toEqual([
    { row_0: 'A 0 0 5' },
    { row_1: 'C 1 1 7' },
  ]);
  expect(run.result.forLoopStatus).toEqual([
    [
      { variable_name: 'names', index: 0, value: 'A', status: 'success' },
      { variable_name: 'names', index: 1, value: 'C', status: 'success' },
    ],
  ]);
  expect(run.events.map(({ nodePath, kind }) => `${nodePath} ${kind}`)).toEqual([
    'nodes[0] for_loop_node',
    'nodes[0][0].nodes[0] click_element',
    'nodes[0][0].nodes[1] set_variable',
    'nodes[0][1].nodes[0] click_element',
    'nodes[0][1].nodes[1] set_variable',
  ]);
});

test('fails an iteration when a parallel list has no element for it', async () => {
  const nodes = [set('x', '{ages[index]}')];
  const loop = { variable_name: 'names,ages', nodes };
  const run = await stage.run(page, [loop], { inputs: { names: ['A', 'B'], ages: [5] } });
  expect(failureOf(run)).toMatch(/^placeholder_unresolved: No value for \{ages\[index\]\}/);
  expect(run.result).toMatchObject({ error: { nodePath: 'nodes[0][1].nodes[0]' } });
});

test('iterates over null, numbers and objects, and over a list inside a variable', async () => {
  const parameters = {
    input_parameters: {},
    generated_parameters: { mixed: [null, 1.5, true], nested: [] },
  };
  const nodes = [
    { variable_name: 'mixed', nodes: [] },
    set('rows', '[[1, 2], [3]]'),
    { variable_name: 'rows[0]', index_variable_name: 'i', nodes: [] },
    {
      variable_name: 'rows[0]',
      index_variable_name: 'outer',
      nodes: [{ variable_name: 'rows[0][outer]', index_variable_name: 'inner', nodes: [] }],
    },
  ];
  const run = await stage.run(page, nodes, { automation: { parameters } });
  expect(failureOf(run)).toBe('success');
  const values = run.result.forLoopStatus.map((list) => list.map(({ value }) => value));
  expect(values).toEqual([[null, 1.5, true], [[1, 2], [3]], [[1, 2], [3]], [1, 2], [3]]);
});

test('skips a loop over an empty list and fails a loop over a non-list', async () => {
  const empty = { variable_name: 'none', nodes: [fail('never')] };
  const skipped = await stage.run(page, [empty], { inputs: { none: [] } });
  expect(skipped.result).toMatchObject({ status: 'success', forLoopStatus: [[]] });
  expect(skipped.events).toMatchObject([{ outcome: 'skipped', reason: 'none is empty.' }]);

  const unknown = await stage.run(page, [{ variable_name: 'absent', nodes: [] }]);
  expect(failureOf(unknown)).toMatch(/^placeholder_unresolved: No value for absent/);
  const text = await stage.run(page, [{ variable_name: 'names[0]', nodes: [] }], log);
  expect(failureOf(text)).toMatch(
    /^loop_source: The loop iterates over names\[0\], which is not a list/,
  );
});

test('keeps the list as it was when the loop started', async () => {
  const body = [set('names', "'changed'"), click('{names[index]}')];
  const loop = { variable_name: 'names', nodes: body };
  const run = await stage.run(page, [loop], log);
  expect(failureOf(run)).toBe('success');
  await expect(run.read(readLog)).resolves.toBe('A B C');
});

// proves field: for_loop_node.max_iterations
test('stops at max_iterations', async () => {
  const warnings: string[] = [];
  const loop = { variable_name: 'names', max_iterations: 2, nodes: [click('{names[index]}')] };
  const run = await stage.run(page, [loop], {
    ...log,
    dependencies: { logger: { warn: (message) => warnings.push(message) } },
  });
  await expect(run.read(readLog)).resolves.toBe('A B');
  expect(run.result.forLoopStatus[0]).toHaveLength(2);
  expect(warnings).toContain('loop cut at max_iterations');
});

// proves field: for_loop_node.reset_nodes
test('runs the reset nodes only between iterations', async () => {
  const loop = {
    variable_name: 'names',
    nodes: [click('{names[index]}')],
    reset_nodes: [click('reset')],
  };
  const run = await stage.run(page, [loop], log);
  await expect(run.read(readLog)).resolves.toBe('A reset B reset C');
  expect(run.events.map(({ nodePath }) => nodePath)).toContain('nodes[0][1].reset_nodes[0]');
});

const failAtB = {
  condition: "{names[index]} == 'B'",
  if_nodes: [fail('B is not wanted')],
};

// proves field: for_loop_node.on_error_in_loop
test.each([
  {
    onError: 'continue',
    clicks: 'A reset bad reset C',
    statuses: ['success', 'error', 'success'],
    outcome: 'success',
  },
  {
    onError: 'break',
    clicks: 'A reset bad',
    statuses: ['success', 'error', 'skipped'],
    outcome: 'success',
  },
  {
    onError: 'raise',
    clicks: 'A reset bad',
    statuses: ['success', 'error', 'skipped'],
    outcome: 'fail_state: B is not wanted',
  },
])('follows on_error_in_loop: $onError', async ({ onError, clicks, statuses, outcome }) => {
  const first = { condition: "{names[index]} == 'B'", if_nodes: [click('bad')] };
  const loop = {
    variable_name: 'names',
    on_error_in_loop: onError,
    nodes: [first, failAtB, click('{names[index]}')],
    reset_nodes: [click('reset')],
  };
  const run = await stage.run(page, [loop], log);
  expect(failureOf(run)).toBe(outcome);
  await expect(run.read(readLog)).resolves.toBe(clicks);
  const [list = []] = run.result.forLoopStatus;
  expect(list.map(({ status }) => status)).toEqual(statuses);
  expect(list[1]).toMatchObject({ value: 'B', error: 'B is not wanted' });
});

test('counts a missing element as a failure of its iteration', async () => {
  const loop = {
    variable_name: 'names',
    on_error_in_loop: 'continue',
    nodes: [click('{names[index]}', { max_timeout_seconds_per_try: 0.3 })],
  };
  const run = await stage.run(page, [loop], { inputs: { names: ['A', 'X', 'C'] } });
  expect(failureOf(run)).toBe('success');
  expect(run.result.forLoopStatus[0]?.[1]?.error).toMatch(/matched no element/);
  await expect(run.read(readLog)).resolves.toBe('A C');
});

test('fails when a reset fails, regardless of on_error_in_loop', async () => {
  const loop = {
    variable_name: 'names',
    on_error_in_loop: 'continue',
    nodes: [click('{names[index]}')],
    reset_nodes: [fail('no way back')],
  };
  const run = await stage.run(page, [loop], log);
  expect(failureOf(run)).toBe('fail_state: no way back');
  const [list = []] = run.result.forLoopStatus;
  expect(list.map(({ status }) => status)).toEqual(['success', 'skipped', 'skipped']);
});

test('nests loops with separate names and statuses', async () => {
  const inner = {
    variable_name: 'letters',
    index_variable_name: 'item',
    nodes: [click('{letters[item]}')],
  };
  const outer = {
    variable_name: 'words',
    index_variable_name: 'word',
    nodes: [click('{words[word]}'), inner],
    reset_nodes: [click('reset')],
  };
  const inputs = { words: ['open', 'bad'], letters: ['A', 'B'] };
  const run = await stage.run(page, [outer], { inputs });
  expect(failureOf(run)).toBe('success');
  await expect(run.read(readLog)).resolves.toBe('open A B reset bad A B');
  const values = run.result.forLoopStatus.map((list) => list.map(({ value }) => value));
  expect(values).toEqual([
    ['open', 'bad'],
    ['A', 'B'],
    ['A', 'B'],
  ]);
  expect(run.events.map(({ nodePath }) => nodePath)).toContain('nodes[0][1].nodes[1][0].nodes[0]');
});

test('binds a shared bare index to the outer loop and index_of to its own loop', async () => {
  const inner = {
    variable_name: 'letters',
    nodes: [
      set('x', "'{index} {index_of(letters)} {letters[index]}'", { output_variable_name: 'x' }),
    ],
  };
  const outer = { variable_name: 'words', nodes: [inner] };
  const run = await stage.run(page, [outer], { inputs: { words: ['w'], letters: ['A', 'B'] } });
  const outputs = run.result.outputData.map(({ json_data: data }) => data?.['x']);
  expect(outputs).toEqual(['0 0 A', '0 1 B']);
});

test('lets the outer loop continue after an inner loop fails', async () => {
  const inner = { variable_name: 'names', nodes: [failAtB, click('{names[index]}')] };
  const outer = {
    variable_name: 'rounds',
    index_variable_name: 'round',
    on_error_in_loop: 'continue',
    nodes: [inner],
  };
  const run = await stage.run(page, [outer], { inputs: { ...log.inputs, rounds: [1, 2] } });
  expect(failureOf(run)).toBe('success');
  await expect(run.read(readLog)).resolves.toBe('A A');
  const statuses = run.result.forLoopStatus.map((list) => list.map(({ status }) => status));
  expect(statuses).toEqual([
    ['error', 'error'],
    ['success', 'error', 'skipped'],
    ['success', 'error', 'skipped'],
  ]);
});

test('stops immediately when the run is aborted, without another iteration', async () => {
  const abort = new AbortController();
  const loop = {
    variable_name: 'names',
    on_error_in_loop: 'continue',
    nodes: [click('{names[index]}'), { sleep_action: { sleep_time: 20 } }],
  };
  const started = performance.now();
  const run = await stage.run(page, [loop], {
    ...log,
    dependencies: {
      signal: abort.signal,
      onEvent: ({ kind }) => kind === 'click_element' && abort.abort(new Error('cancelled')),
    },
  });
  expect(run.result.status).toBe('aborted');
  expect(performance.now() - started).toBeLessThan(5000);
});
