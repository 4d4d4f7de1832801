import { expect, test } from '@jest/globals';
import { importAutoma } from './import-automa.ts';

interface Block {
  readonly id: string;
  readonly label: string;
  readonly data?: object;
  /** Blocks by the output that leads to them. */
  readonly to?: Readonly<Record<string, string>>;
}

function importBlocks(...blocks: readonly Block[]) {
  const edges = blocks.flatMap(({ id, to = {} }) =>
    Object.entries(to).map(([output, target]) => ({
      source: id,
      target,
      sourceHandle: `${id}-output-${output}`,
    })),
  );
  const nodes = blocks.map(({ id, label, data = {} }) => ({ id, label, data }));
  const [recording] = importAutoma(
    JSON.stringify({ name: 'Flow', drawflow: { nodes, edges } }),
  ).recordings;
  if (!recording) throw new Error('Nothing was imported.');
  return recording;
}

test('follows the edges from the trigger, regardless of the order in the file', () => {
  const { automation, report } = importBlocks(
    { id: 'c', label: 'event-click', data: { selector: '#save' } },
    { id: 'b', label: 'new-tab', data: { url: 'https://portal.example/' }, to: { 1: 'd' } },
    { id: 'a', label: 'trigger', to: { 1: 'b' } },
    { id: 'd', label: 'forms', data: { selector: '#pin', value: '1234' }, to: { 1: 'c' } },
  );
  expect(automation).toMatchObject({
    url: 'https://portal.example/',
    parameters: { input_parameters: {}, secure_parameters: { pin: [] } },
    nodes: [
      { interaction_action: { input_text: { input_text: '{pin[0]}' } } },
      { interaction_action: { click_element: { command: 'locator("#save").first' } } },
    ],
  });
  expect(report).toHaveLength(4);
});

const press = (keysToPress: string, selector?: string) => ({
  label: 'press-key',
  data: { action: 'multiple-keys', keysToPress, selector },
});

test('keeps passwords typed key by key out of everything', () => {
  const imported = importBlocks(
    { id: 'a', label: 'trigger', to: { 1: 'b' } },
    { id: 'b', ...press('hunter2', '#password'), to: { 1: 'c' } },
    { id: 'c', label: 'event-click', data: { selector: '#pin' }, to: { 1: 'd' } },
    { id: 'd', ...press('7391'), to: { 1: 'e' } },
    { id: 'e', ...press('plain', '#note'), to: { 1: 'f' } },
    { id: 'f', label: 'event-click', data: { selector: '#password' }, to: { 1: 'g' } },
    { id: 'g', label: 'get-text', data: { selector: '.hint' }, to: { 1: 'h' } },
    { id: 'h', ...press('gull31'), to: { 1: 'i' } },
    { id: 'i', label: 'forms', data: { selector: '#user', value: 'ada' }, to: { 1: 'j' } },
    { id: 'j', label: 'press-key', data: { keys: 'Tab' }, to: { 1: 'k' } },
    { id: 'k', ...press('tern77') },
  );
  expect(JSON.stringify(imported)).not.toMatch(/hunter2|7391|gull31|tern77/);
  expect(imported.automation).toMatchObject({
    parameters: {
      input_parameters: { note: ['plain'] },
      secure_parameters: { password: [], pin: [] },
    },
  });
});

test('creates branches and loops, and reports blocks that no path reaches', () => {
  const { automation, report } = importBlocks(
    { id: 'a', label: 'trigger', to: { 1: 'b' } },
    { id: 'b', label: 'element-exists', data: { selector: '#x' }, to: { 1: 'c', fallback: 'e' } },
    { id: 'c', label: 'loop-elements', data: { loopId: 'rows', selector: 'tr' }, to: { 1: 'd' } },
    {
      id: 'd',
      label: 'event-click',
      data: { selector: '{{loopData@rows}} a' },
      to: { 1: 'f' },
    },
    { id: 'e', label: 'delay', data: { time: 500 } },
    { id: 'f', label: 'loop-breakpoint', data: { loopId: 'rows' } },
    { id: 'g', label: 'google-sheets' },
  );
  expect(automation.nodes[0]).toMatchObject({
    misc_action: { count_locator: { locator: 'locator("#x")', name: 'exists_b' } },
  });
  expect(automation.nodes[1]).toMatchObject({
    condition: 'exists_b[0] > 0',
    if_nodes: [
      {
        type: 'for_loop_node',
        locator: 'locator("tr")',
        nodes: [
          {
            interaction_action: {
              click_element: { command: '{locator[index]}.locator("a").first' },
            },
          },
        ],
      },
    ],
    else_nodes: [{ sleep_action: { sleep_time: 0.5 } }],
  });
  expect(report.map(({ outcome }) => outcome)).toEqual([
    'mapped',
    'mapped',
    'mapped',
    'mapped',
    'mapped',
    'mapped',
    'skipped',
  ]);
});

test('turns references to secrets, and variables typed into secret fields, into secrets', () => {
  const { automation, report } = importBlocks(
    { id: 'a', label: 'trigger', to: { 1: 'b' } },
    {
      id: 'b',
      label: 'insert-data',
      data: { dataList: [{ type: 'variable', name: 'pw', value: 'hunter2' }] },
      to: { 1: 'c' },
    },
    {
      id: 'c',
      label: 'forms',
      data: { selector: '#password', value: '{{variables@pw}}' },
      to: { 1: 'd' },
    },
    { id: 'd', label: 'forms', data: { selector: '#key', value: '{{secrets@portal}}' } },
  );
  expect(automation.parameters).toEqual({
    input_parameters: {},
    generated_parameters: {},
    secure_parameters: { pw: [], portal: [] },
  });
  expect(automation.nodes).toMatchObject([
    { interaction_action: { input_text: { input_text: '{pw[0]}' } } },
    { interaction_action: { input_text: { input_text: '{portal[0]}' } } },
  ]);
  expect(JSON.stringify([automation, report])).not.toContain('hunter2');
});

/** Creates a block that clicks the element with its ID. */
function click(id: string, to?: string): Block {
  const data = { selector: `#${id}` };
  return { id, label: 'event-click', data, ...(to !== undefined && { to: { 1: to } }) };
}

function clicked(id: string) {
  return { interaction_action: { click_element: { command: `locator("#${id}").first` } } };
}

test('continues after a condition where its branches join, and reports blocks that only some share', () => {
  const exists = { label: 'element-exists', data: { selector: '#popup' } };
  const { automation, report } = importBlocks(
    { id: 'a', label: 'trigger', to: { 1: 'b' } },
    { id: 'b', ...exists, to: { 1: 'c', fallback: 'd' } },
    { id: 'c', ...exists, to: { 1: 'close', fallback: 'd' } },
    click('close', 'd'),
    click('d', 'e'),
    { id: 'e', ...exists, to: { 1: 'f', fallback: 'g' } },
    { id: 'f', ...exists, to: { 1: 'g' } },
    click('g'),
  );
  expect(automation.nodes).toMatchObject([
    {},
    {
      if_nodes: [{}, { if_nodes: [clicked('close')], else_nodes: [] }],
      else_nodes: [],
    },
    clicked('d'),
    {},
    { if_nodes: [{}, { if_nodes: [clicked('g')], else_nodes: [] }], else_nodes: [] },
  ]);
  expect(report.map(({ outcome }) => outcome)).toEqual([
    'mapped',
    'mapped',
    'mapped',
    'mapped',
    'mapped',
    'approximated',
    'mapped',
    'mapped',
  ]);
});

test('reports a path back to an earlier block, from a branch or without a condition', () => {
  const exists = { label: 'element-exists', data: { selector: '#next' } };
  const { automation, report } = importBlocks(
    { id: 'a', label: 'trigger', to: { 1: 'read' } },
    click('read', 'b'),
    { id: 'b', ...exists, to: { 1: 'next', fallback: 'done' } },
    click('next', 'read'),
    click('done', 'c'),
    { id: 'c', ...exists, to: { 1: 'b', fallback: 'last' } },
    click('last', 'last'),
  );
  const odd = report.filter(({ outcome }) => outcome !== 'mapped');
  expect(odd).toMatchObject(
    ['element-exists #next', 'event-click #last', 'event-click #next'].map((step) => ({
      step,
      outcome: 'approximated',
      why: expect.stringMatching(/leads back to an earlier block/),
    })),
  );
  expect(automation.nodes).toMatchObject([clicked('read'), {}, {}, clicked('next')]);
});

test('reports a second answer to dialogs, and text to append', () => {
  const dialog = { label: 'handle-dialog', data: { accept: true } };
  const { automation, report } = importBlocks(
    { id: 'a', label: 'trigger', to: { 1: 'b' } },
    { id: 'b', ...dialog, to: { 1: 'c' } },
    { id: 'c', ...dialog, to: { 1: 'd' } },
    { id: 'd', ...dialog, data: { accept: false }, to: { 1: 'e' } },
    { id: 'e', label: 'forms', data: { selector: '#note', value: 'x', clearValue: false } },
  );
  expect(automation['dialog']).toEqual({ accept: false });
  const outcomes = report.map(({ outcome }) => outcome);
  expect(outcomes).toEqual(['mapped', 'mapped', 'mapped', 'approximated', 'approximated']);
});
