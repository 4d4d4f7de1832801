import { expect, test } from '@jest/globals';
import { importAutoma } from './import-automa.ts';
import { click, clicked, end, fill, filled, importChain, type Step } from './test/import-chain.ts';

test.each([
  ['{{table.0.a}}', '{{table.1.b}}'],
  ['{{globalData@user.name}}', '{{globalData@user.email}}'],
  ['{{table@email}}', '{{googleSheets@email}}'],
  ['{{$randint(1,9)}}', '{{$randint(1,9)}}'],
  ['{{secrets@a-b}}', '{{secrets@a_b}}'],
  ['{{variables.order-id}}', '{{variables.order_id}}'],
  ['{{variables.$$id}}', '{{variables.id}}'],
])('keeps %s and %s apart', (one, other) => {
  const { nodes } = importChain([fill(one), fill(other, '#b')]);
  const texts = nodes.map((node) => JSON.stringify(node).match(/\{\w+\[0\]\}/)?.[0]);
  expect(texts.every((text) => text !== undefined)).toBe(true);
  expect(new Set(texts).size).toBe(2);
});

test.each([
  '{{$date("YYYY")}}',
  'x {{ $randint(1,9) }}',
  '{{activeTabUrl}}',
  '{{prevBlockData}}',
  '{{table}}',
  '{{!variables.x}}',
  '{{loopData@unknown}}',
])('turns %s into an input, and reports it', (value) => {
  const { automation, nodes, lines } = importChain([fill(value)]);
  expect(Object.keys(automation.parameters.input_parameters)).toHaveLength(1);
  expect(JSON.stringify(nodes)).not.toContain('{{');
  expect(lines).toMatchObject([
    { outcome: 'approximated', why: expect.stringContaining('as an input') },
  ]);
});

test('keeps what is typed into a secret field a secret, wherever it comes from', () => {
  const { automation, nodes } = importChain([fill('{{globalData@code}}', '#password')]);
  expect(automation.parameters).toMatchObject({
    input_parameters: {},
    secure_parameters: { code: [] },
  });
  expect(nodes).toMatchObject([filled('{code[0]}')]);
});

test.each([
  ['{{variables.list.0.name}}', '{list[0][0].name}'],
  ['{{variables@list[2]}}', '{list[0][2]}'],
  ['{{loopData.L.0}}', '{list[0][0][index][0]}'],
  ['{{loopData@L.name}}', '{list[0][0][index].name}'],
  ['{{loopData@L.$index}}', '{index}'],
  ['{{variables.list.[loopData.L.$index].name}}', '{list[0][index].name}'],
])('writes the path %s as %s', (value, text) => {
  const { nodes, lines } = importChain([
    ['insert-data', { dataList: [{ type: 'variable', name: 'list', value: '[["a"],["b"]]' }] }],
    ['loop-data', { loopId: 'L', loopThrough: 'variable', variableName: 'list.0' }],
    fill(value),
    end('L'),
  ]);
  expect(nodes).toMatchObject([
    { misc_action: { set_variable: { name: 'list', expression: '[["a"],["b"]]' } } },
    { variable_name: 'list[0][0]', nodes: [filled(text)] },
  ]);
  expect(lines.map(({ outcome }) => outcome)).toEqual(Array(4).fill('mapped'));
});

test('turns a list that no block sets into an input', () => {
  const { automation, nodes, lines } = importChain([
    ['loop-data', { loopId: 'L', loopThrough: 'variable', variableName: 'data.items' }],
    fill('{{loopData@L}}'),
    end('L'),
  ]);
  expect(automation.parameters.input_parameters).toEqual({ data_items: [''] });
  expect(nodes).toMatchObject([
    { variable_name: 'data_items', nodes: [filled('{data_items[index]}')] },
  ]);
  expect(lines[0]).toMatchObject({ outcome: 'approximated', why: expect.stringMatching(/input/) });
});

test('reads the part of a response that a webhook keeps', () => {
  const { nodes } = importChain([
    ['webhook', { url: 'https://a.example', variableName: 'r', dataPath: 'data.items' }],
    ['loop-data', { loopId: 'L', loopThrough: 'variable', variableName: 'r' }],
    fill('{{loopData@L.id}} of {{variables.r}}'),
    end('L'),
  ]);
  expect(nodes).toMatchObject([
    { extraction_action: { api_call: { output_variable_names: ['r'] } } },
    {
      variable_name: 'r.body.data.items',
      nodes: [filled('{r.body.data.items[index].id} of {r.body.data.items}')],
    },
  ]);
});

test.each<[string, Step, number]>([
  ['a group', ['blocks-group', { blocks: [{ id: 'event-click', data: { selector: '#x' } }] }], 5],
  ['a loop', ['loop-data', { loopId: 'L', loopThrough: 'numbers' }], 4],
  ['a condition', ['element-exists', { selector: '#x' }], 4],
])('passes over %s that is switched off', (_, [label, data], count) => {
  const { nodes, report } = importChain([[label, { ...data, disableBlock: true }], click('#go')]);
  expect(nodes).toMatchObject([clicked('locator("#go").first')]);
  expect(report).toHaveLength(count);
  expect(report[2]).toMatchObject({ outcome: 'mapped', why: 'It is switched off.' });
});

test('leaves the frame with a new page', () => {
  const { nodes } = importChain([
    ['switch-to', { windowType: 'iframe', selector: '#f' }],
    click('#in'),
    ['new-tab', { url: 'https://portal.example/b' }],
    click('#out'),
  ]);
  expect(nodes).toMatchObject([
    clicked('frame_locator("#f").locator("#in").first'),
    { interaction_action: { go_to_url: { url: 'https://portal.example/b' } } },
    clicked('locator("#out").first'),
  ]);
});

test('gives a separate variable to each value that the workflow does not name', () => {
  const { automation } = importChain([
    ['get-text', { selector: '#a', assignVariable: true, variableName: 'text' }],
    ['get-text', { selector: '#b' }],
    ['get-text', { selector: '#c', dataColumn: 'text' }],
    ['get-text', { selector: '#d', assignVariable: true, variableName: 'number_L' }],
    ['loop-data', { loopId: 'L', loopThrough: 'numbers', fromNumber: 1, toNumber: 2 }],
    fill('{{loopData@L}} {{variables.number_L}}'),
    end('L'),
  ]);
  expect(Object.keys(automation.parameters.generated_parameters)).toEqual([
    'text',
    'text_2',
    'text_3',
    'number_l',
    'number_l_2',
  ]);
  expect(automation.nodes.at(-1)).toMatchObject({
    nodes: [{}, filled('{number_l_2[0]} {number_l[0]}')],
  });
});

test.each<[string, Step, object]>([
  [
    'a number as text',
    ['increase-variable', { variableName: 'n', increaseBy: '2' }],
    { expression: 'int(n[0]) + 2' },
  ],
  [
    'a fraction',
    ['increase-variable', { variableName: 'n', increaseBy: 0.5 }],
    { expression: 'float(n[0]) + 0.5' },
  ],
  [
    'a number',
    ['insert-data', { dataList: [{ type: 'variable', name: 'n', value: 5 }] }],
    { value: '5' },
  ],
])('sets a variable by %s', (_, step, fields) => {
  const { nodes, lines } = importChain([step]);
  expect(nodes).toMatchObject([{ misc_action: { set_variable: { name: 'n', ...fields } } }]);
  expect(lines[0]?.outcome).toBe('mapped');
});

test('looks for an element as often as the block does', () => {
  const { nodes } = importChain([
    ['element-exists', { selector: '#x', tryCount: 20, timeout: 1000 }],
    click('#y'),
  ]);
  expect(nodes[0]).toMatchObject({ misc_action: { count_locator: { locator_timeout: 20 } } });
});

const numbers = { loopId: 'L', loopThrough: 'numbers' };
test.each<[string, RegExp, Step]>([
  ['approximated', /at the end/, ['loop-elements', { selector: 'tr', reverseLoop: true }]],
  ['approximated', /first items/, ['loop-elements', { selector: 'tr', startIndex: '1' }]],
  ['approximated', /10000/, ['loop-data', { ...numbers, toNumber: 20_000 }]],
  ['skipped', /two numbers/, ['loop-data', { ...numbers, toNumber: '{{variables.n}}' }]],
  ['skipped', /not a number/, ['increase-variable', { variableName: 'n', increaseBy: 'x' }]],
  ['skipped', /current tab/, ['close-tab', { activeTab: false, url: '*://ads/*' }]],
  ['skipped', /current tab/, ['close-tab', { closeType: 'window' }]],
  ['approximated', /element/, ['take-screenshot', { type: 'element', selector: '#x' }]],
  [
    'skipped',
    /extension/,
    ['javascript-code', { code: 'automaSetVariable("a");automaNextBlock()' }],
  ],
  ['approximated', /Python/, ['javascript-code', { code: 'go(); automaNextBlock()' }]],
  ['approximated', /retried/, ['event-click', { selector: '#x', onError: { enable: true } }]],
  ['approximated', /retried/, ['element-exists', { selector: '#x', onError: { enable: true } }]],
  ['approximated', /retried/, ['loop-elements', { selector: '#x', onError: { enable: true } }]],
  ['approximated', /load more/, ['loop-elements', { selector: 'tr', loadMoreAction: 'scroll' }]],
  ['approximated', /code \(!!\)/, ['forms', { selector: '#a', value: '!!new Date()' }]],
  [
    'approximated',
    /as text/,
    ['insert-data', { dataList: [{ type: 'variable', name: 'a', value: '{"b":1}' }] }],
  ],
  [
    'approximated',
    /table/,
    [
      'insert-data',
      {
        dataList: [
          { type: 'variable', name: 'a', value: 'b' },
          { type: 'table', name: 'c', value: 'd' },
        ],
      },
    ],
  ],
])('reports a difference as %s: %s', (outcome, why, step) => {
  const { lines } = importChain([step]);
  expect(lines[0]).toMatchObject({ outcome, why: expect.stringMatching(why) });
});

test('reports settings of the workflow that a recording does not have', () => {
  const { report } = importChain([], { onError: 'keep-running', blockDelay: 500 });
  expect(report[0]).toMatchObject({
    outcome: 'approximated',
    why: expect.stringMatching(/keep-running.*500 ms/),
  });
});

test('names an uploaded file after its reference', () => {
  const { nodes } = importChain([
    ['upload-file', { selector: '#f', filePaths: ['/tmp/{{variables.name}}.pdf'] }],
  ]);
  expect(nodes).toMatchObject([
    { interaction_action: { upload_file: { files: [{ input_file: '{name[0]}.pdf' }] } } },
  ]);
});

test('reports a value that is read and then replaced with a secret', () => {
  const { lines } = importChain([
    ['get-text', { selector: '#code', assignVariable: true, variableName: 'shown' }],
    fill('{{variables.shown}}', '#password'),
  ]);
  expect(lines[0]).toMatchObject({
    outcome: 'approximated',
    why: expect.stringMatching(/the secret/),
  });
});

test('keeps the frames of branches apart, and reports where they differ', () => {
  const nodes = [
    { id: 'a', label: 'new-tab', data: { url: 'https://portal.example/' } },
    { id: 'b', label: 'element-exists', data: { selector: '#x' } },
    { id: 'c', label: 'switch-to', data: { windowType: 'iframe', selector: '#f' } },
    { id: 'd', label: 'event-click', data: { selector: '#d' } },
    { id: 'e', label: 'event-click', data: { selector: '#e' } },
  ];
  const edges = [
    ['a', '1', 'b'],
    ['b', '1', 'c'],
    ['b', 'fallback', 'd'],
    ['c', '1', 'e'],
    ['d', '1', 'e'],
  ].map(([source, output, target]) => ({ source, target, sourceHandle: `-output-${output}` }));
  const text = JSON.stringify({ name: 'Flow', drawflow: { nodes, edges } });
  const [recording] = importAutoma(text).recordings;
  expect(recording?.automation.nodes.slice(1)).toMatchObject([
    { else_nodes: [clicked('locator("#d").first')] },
    clicked('frame_locator("#f").locator("#e").first'),
  ]);
  expect(recording?.report.find(({ step }) => step.includes('#e'))).toMatchObject({
    outcome: 'approximated',
    why: expect.stringMatching(/different frames/),
  });
});

test('acts on the first of several elements, and reports it', () => {
  const { nodes, lines } = importChain([['event-click', { selector: '.x', multiple: true }]]);
  expect(nodes).toMatchObject([clicked('locator(".x").first')]);
  expect(lines[0]).toMatchObject({ outcome: 'approximated', why: expect.stringMatching(/first/) });
});

test('reports a row that a text adds to the table', () => {
  const row = { addExtraRow: true, extraRowDataColumn: 'q', extraRowValue: 'hello' };
  const { lines } = importChain([
    ['get-text', { selector: '#a', saveData: true, dataColumn: 'r', ...row }],
  ]);
  expect(lines).toMatchObject([
    { outcome: 'approximated', why: 'It adds no extra row to the table (addExtraRow).' },
  ]);
});

test.each<[string, Step, object]>([
  [
    'mapped',
    ['trigger-event', { selector: '#a', eventName: 'change' }],
    { outcome: 'approximated' },
  ],
  [
    'clicked',
    ['trigger-event', { selector: '#a', eventName: 'click' }],
    { outcome: 'approximated' },
  ],
  ['skipped', ['trigger-event', { selector: '#a', eventName: 'paste' }], { outcome: 'skipped' }],
  ['awaited', ['wait-connections', {}], { outcome: 'approximated' }],
])('reports an event or a wait that is %s', (result, step, line) => {
  const { nodes, lines } = importChain([step]);
  expect(nodes).toHaveLength(result === 'clicked' ? 1 : 0);
  expect(lines).toMatchObject([line]);
});
