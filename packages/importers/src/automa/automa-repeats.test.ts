import { expect, test } from '@jest/globals';
import { importAutoma } from './import-automa.ts';
import { clicked } from './test/import-chain.ts';

const click = (id: string) => ({ id, label: 'event-click', data: { selector: `#${id}` } });
const clickOf = (id: string) => clicked(`locator("#${id}").first`);

/** Imports `a`, `b`, a block that leads back to `back`, and `c`. */
function importRepeat(repeatFor: unknown, { back = 'a', others = [] as object[] } = {}) {
  const nodes = [
    { id: 't', label: 'trigger', data: {} },
    { id: 'n', label: 'new-tab', data: { url: 'https://portal.example/' } },
    click('a'),
    click('b'),
    { id: 'r', label: 'repeat-task', data: { repeatFor } },
    click('c'),
    { id: 'x', label: 'element-exists', data: { selector: '#x' } },
  ];
  const edges = ['n', 'a', 'b', 'r', 'c'].map((target, at) => ({ source: nodes[at]?.id, target }));
  const toStart = { source: 'r', sourceHandle: 'r-output-2', target: back };
  const drawflow = {
    nodes: nodes.slice(0, others.length > 0 ? 7 : 6),
    edges: [...others, ...edges, toStart],
  };
  const [recording] = importAutoma(JSON.stringify({ name: 'Flow', drawflow })).recordings;
  if (!recording) throw new Error('Nothing was imported.');
  return recording;
}

test.each([
  [2, 3],
  ['4', 5],
  [1, 2],
  // Automa leads back before it looks at the number.
  [0, 2],
])('runs the blocks before repeat-task %j %j times', (repeatFor, count) => {
  const { automation, report, warnings } = importRepeat(repeatFor);
  expect(automation.nodes).toMatchObject([
    { misc_action: { set_variable: { name: 'repeat_r', value: 0 } } },
    {
      type: 'while_loop_node',
      condition: `repeat_r[0] < ${count}`,
      max_iterations: count,
      nodes: [
        { misc_action: { set_variable: { expression: 'repeat_r[0] + 1' } } },
        clickOf('a'),
        clickOf('b'),
      ],
    },
    clickOf('c'),
  ]);
  expect(report.map(({ outcome }) => outcome)).toEqual(Array(6).fill('mapped'));
  expect(warnings).toEqual([]);
});

test('opens the first address in each iteration', () => {
  const { automation } = importRepeat(1, { back: 'n' });
  expect(automation.url).toBe('about:blank');
  expect(automation.nodes[1]).toMatchObject({
    nodes: [{}, { interaction_action: { go_to_url: { url: 'https://portal.example/' } } }, {}, {}],
  });
});

const SKIPPED = { outcome: 'skipped', why: 'It leads back to an earlier block: use a loop.' };

test.each(['{{variables.n}}', -1, 1.5, 100_000, null])('skips repeat-task for %j', (repeatFor) => {
  const { automation, report } = importRepeat(repeatFor);
  expect(automation.nodes).toMatchObject([clickOf('a'), clickOf('b'), clickOf('c')]);
  expect(report[4]).toMatchObject(SKIPPED);
});

test('skips repeat-task if the workflow may end before it', () => {
  const others = [
    { source: 'a', target: 'x' },
    { source: 'x', sourceHandle: 'x-output-1', target: 'b' },
  ];
  const { report } = importRepeat(2, { others });
  expect(report).toContainEqual(expect.objectContaining(SKIPPED));
});
