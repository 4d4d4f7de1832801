import { expect, test } from '@jest/globals';
import { click, clicked, end, fill, filled, importChain, type Step } from './test/import-chain.ts';

test('acts on the match of the inner loop, whose index has its own name', () => {
  const { nodes, warnings } = importChain([
    ['loop-elements', { loopId: 'rows', selector: '.row' }],
    ['loop-elements', { loopId: 'cells', selector: '{{loopData@rows}} .cell' }],
    click('{{loopData@cells}}'),
    click('{{loopData@rows}} .all'),
    fill('{{loopData@cells.$index}}'),
    end('cells'),
    end('rows'),
  ]);
  expect(nodes).toMatchObject([
    {
      locator: 'locator(".row")',
      nodes: [
        {
          locator: '{locator[index]}.locator(".cell")',
          index_variable_name: 'index_2',
          nodes: [
            clicked('{locator[index_2]}'),
            clicked('{locator[index]}.locator(".all").first'),
            filled('{index_2}'),
          ],
        },
      ],
    },
  ]);
  expect(warnings).toEqual([]);
});

const rows: Step = ['loop-elements', { loopId: 'rows', selector: '.row' }];
const frame: Step = ['switch-to', { windowType: 'iframe', selector: '#f' }];

test('never types the locator of an element', () => {
  const { nodes, lines, automation } = importChain([rows, fill('{{loopData@rows}}'), end('rows')]);
  expect(JSON.stringify(nodes)).not.toContain('{locator[');
  expect(Object.keys(automation.parameters.input_parameters)).toEqual(['rows']);
  expect(lines[1]).toMatchObject({
    outcome: 'approximated',
    why: expect.stringMatching(/loopData@rows.* as an input/),
  });
});

test.each([
  '{{loopData@rows}}.active',
  '{{loopData@rows}}:nth-child(2)',
  '.list {{loopData@rows}}',
  '{{loopData@rows}} |> .inner',
  '{{loopData@rows}} a, b',
  '{{loopData@rows}}//a',
])('skips a selector that is not inside the element: %s', (selector) => {
  const { lines } = importChain([rows, click(selector), end('rows')]);
  expect(lines[1]).toMatchObject({ outcome: 'skipped' });
});

test('reports that iterations begin in different frames', () => {
  const { lines } = importChain([rows, click('#a'), frame, click('#b'), end('rows')]);
  expect(lines.at(-1)).toMatchObject({
    outcome: 'approximated',
    why: expect.stringMatching(/different frames/),
  });
  const back: Step = ['switch-to', { windowType: 'main-frame' }];
  const same = importChain([rows, frame, click('#b'), back, click('#a'), end('rows')]);
  expect(same.lines.map(({ outcome }) => outcome)).toEqual(Array(6).fill('mapped'));
});

test('finds the element of a loop only in its own frame', () => {
  const { lines } = importChain([rows, frame, click('{{loopData@rows}} a'), end('rows')]);
  expect(lines[2]).toMatchObject({ outcome: 'skipped' });
});

test('has no item after its loop', () => {
  const { nodes, lines } = importChain([
    ['loop-data', { loopId: 'L', loopThrough: 'variable', variableName: 'list' }],
    fill('{{loopData@L}}'),
    end('L'),
    rows,
    fill('{{loopData@L}}', '#b'),
    end('rows'),
  ]);
  expect(JSON.stringify(nodes[1])).not.toContain('list[index]');
  expect(lines[4]).toMatchObject({ outcome: 'approximated' });
});

test('reports that a loop without a breakpoint acts on one item', () => {
  const { lines } = importChain([rows, click('{{loopData@rows}}')]);
  expect(lines[0]).toMatchObject({
    outcome: 'approximated',
    why: expect.stringMatching(/breakpoint/),
  });
});

test('reports that a breakpoint does not stop its loop', () => {
  const { lines } = importChain([rows, ['loop-breakpoint', { loopId: 'rows', clearLoop: true }]]);
  expect(lines[1]).toMatchObject({ outcome: 'approximated', why: expect.stringMatching(/stop/) });
});

test('reads many loops quickly', () => {
  const steps = Array.from({ length: 4000 }, (_, at): Step[] => [
    ['loop-elements', { loopId: `l${at}`, selector: '.row' }],
    end(`l${at}`),
  ]).flat();
  const before = process.cpuUsage();
  expect(importChain(steps).lines).toHaveLength(8000);
  expect(process.cpuUsage(before).user).toBeLessThan(4_000_000);
});

const overItems = (items: unknown, value: string, more: object = {}): readonly Step[] => [
  [
    'loop-data',
    { loopId: 'L', loopThrough: 'custom-data', loopData: JSON.stringify(items), ...more },
  ],
  fill(value),
  end('L'),
];

test.each<[unknown[], string, { typed: string; variables: Record<string, string[]> }]>([
  [
    ['a', 2.5, '"b"'],
    '{{loopData@L}}',
    { typed: '{items_l[index]}', variables: { items_l: ['a', '2.5', '"b"'] } },
  ],
  [
    [
      { query: 'tea', count: 3 },
      { count: 4, query: 'milk' },
    ],
    '{{loopData.L.count}} {{loopData@L.query}}',
    {
      typed: '{items_l_count[index]} {items_l_query[index]}',
      variables: { items_l_query: ['tea', 'milk'], items_l_count: ['3', '4'] },
    },
  ],
])('iterates over the items %j of the block', (items, value, { typed, variables }) => {
  const steps = overItems(items, value, { maxLoop: '250' });
  const { automation, nodes, lines, warnings } = importChain(steps);
  expect(automation.parameters.generated_parameters).toEqual(variables);
  const [variable] = Object.keys(variables);
  expect(nodes).toMatchObject([
    { variable_name: variable, max_iterations: 250, nodes: [filled(typed)] },
  ]);
  expect(lines.map(({ outcome }) => outcome)).toEqual(['mapped', 'mapped', 'mapped']);
  expect(warnings).toEqual([]);
});

test.each(['{{loopData@L}}', '{{loopData@L.other}}'])(
  'passes %s of flat items as an input',
  (value) => {
    const { lines } = importChain(overItems([{ query: 'tea' }], value));
    expect(lines[1]).toMatchObject({
      outcome: 'approximated',
      why: expect.stringMatching(/input/),
    });
  },
);

test('keeps no items that are typed into a secret field', () => {
  const [loop, , ending] = overItems(['harbor-demo'], '');
  const typing = fill('{{loopData@L}}', '#password');
  const { automation, lines } = importChain(
    [loop, typing, ending].filter((one) => one !== undefined),
  );
  expect(JSON.stringify([automation, lines])).not.toContain('harbor-demo');
});

const NO_ITEMS = 'Errand does not import its items: pass them as an input.';
test.each([
  ['nested items', overItems([{ list: [1] }], 'x'), NO_ITEMS],
  ['lists', overItems([['a']], 'x'), NO_ITEMS],
  ['different keys', overItems([{ a: 1 }, { b: 1 }], 'x'), NO_ITEMS],
  ['truth values', overItems([true], 'x'), NO_ITEMS],
  ['no items', overItems([], 'x'), NO_ITEMS],
  ['references', overItems(['{{variables.a}}'], 'x'), NO_ITEMS],
  ['secrets', overItems([{ password: 'harbor-demo' }], 'x'), NO_ITEMS],
  [
    'a table',
    overItems([], 'x', { loopThrough: 'data-columns' }),
    'The list that it iterates over is in the extension: pass it as an input.',
  ],
])('reports why it does not iterate over %s, and where that loop ends', (_, steps, why) => {
  const { automation, lines } = importChain(steps);
  expect(lines).toMatchObject([
    { outcome: 'skipped', why },
    { outcome: 'mapped' },
    { outcome: 'skipped', why: 'Its loop is left out.' },
  ]);
  expect(JSON.stringify(automation)).not.toContain('harbor-demo');
});
