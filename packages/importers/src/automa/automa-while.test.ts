import { expect, test } from '@jest/globals';
import { importAutoma } from './import-automa.ts';
import { clicked } from './test/import-chain.ts';

const items = [
  { category: 'value', type: 'element#text', data: { selector: '#state' } },
  { category: 'compare', type: 'nct' },
  { category: 'value', type: 'value', data: { value: 'Done' } },
];
const nodes = [
  { id: 't', label: 'trigger', data: {} },
  { id: 'n', label: 'new-tab', data: { url: 'https://portal.example/' } },
  { id: 'w', label: 'while-loop', data: { conditions: [{ conditions: [{ items }] }] } },
  { id: 'a', label: 'event-click', data: { selector: '#next' } },
  { id: 'z', label: 'event-click', data: { selector: '#end' } },
];
const edges = [
  { source: 't', target: 'n' },
  { source: 'n', target: 'w' },
  { source: 'w', target: 'a', sourceHandle: 'w-output-1' },
  { source: 'w', target: 'z', sourceHandle: 'w-output-fallback' },
];
const back = { source: 'a', target: 'w' };

const importEdges = (all: readonly object[], given: readonly unknown[] = nodes) =>
  importAutoma(JSON.stringify({ name: 'Flow', drawflow: { nodes: given, edges: all } }))
    .recordings[0];

const read = { extraction_action: { locator: { command: 'locator("#state").first' } } };

test('repeats the blocks that lead back to a while-loop, and continues after it', () => {
  const recording = importEdges([...edges, back]);
  expect(recording?.automation.nodes).toMatchObject([
    read,
    {
      type: 'while_loop_node',
      condition: '(str("Done") not in str(text[0]))',
      nodes: [clicked('locator("#next").first'), read],
    },
    clicked('locator("#end").first'),
  ]);
  expect(recording?.report.map(({ outcome }) => outcome)).toEqual(Array(5).fill('mapped'));
});

test('skips a while-loop that nothing leads back to, and continues after it', () => {
  const recording = importEdges(edges);
  expect(recording?.automation.nodes).toMatchObject([clicked('locator("#end").first')]);
  expect(recording?.report).toMatchObject([
    { outcome: 'mapped' },
    { outcome: 'mapped' },
    { outcome: 'skipped', why: 'No path leads back to it.' },
    { outcome: 'mapped' },
    { outcome: 'skipped' },
  ]);
});

test('reports every block, whatever its id', () => {
  const odd: unknown[] = [
    ...nodes.slice(0, 2),
    null,
    { id: 'n', label: 'note', data: {} },
    { label: 'note', data: {} },
    { id: 'block 4', label: 'note', data: {} },
    7,
  ];
  const recording = importEdges(edges, odd);
  expect(recording?.report.map(({ step }) => step.split(' ')[0])).toEqual([
    'trigger',
    'new-tab',
    'a',
    'note',
    'note',
    'note',
    'a',
  ]);
});

test('reports the blocks of a group that no path leads to', () => {
  const blocks = [{ id: 'delay', data: { time: 500 } }, { id: 'note' }];
  const group = { id: 'g', label: 'blocks-group', data: { blocks } };
  const recording = importEdges([], [...nodes.slice(0, 1), group]);
  const left = { outcome: 'skipped', why: 'No path that can be followed leads to it.' };
  expect(recording?.report).toMatchObject([{ outcome: 'mapped' }, left, left, left]);
});
