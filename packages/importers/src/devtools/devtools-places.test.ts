import { expect, test } from '@jest/globals';
import { importDevToolsRecording } from './import-devtools-recording.ts';

/** Imports steps after a navigation. */
function importSteps(...steps: readonly object[]) {
  const navigate = { type: 'navigate', url: 'https://portal.example/' };
  const text = JSON.stringify({ title: 'Flow', steps: [navigate, ...steps] });
  const [recording] = importDevToolsRecording(text).recordings;
  if (!recording) throw new Error('Nothing was imported.');
  const { nodes, parameters } = recording.automation;
  return { nodes, inputs: parameters.input_parameters, report: recording.report.slice(1) };
}

const selectors = [['#a']];
const click = { type: 'click', selectors };
const elsewhere = { target: 'https://other.example/frame.html' };
const wrote = { type: 'change', selectors, value: 'tea' };

test.each([
  ['at the start', []],
  ['after a step that opens no tab', [wrote]],
  [
    'after another tab was opened',
    [
      click,
      {
        ...click,
        type: 'waitForExpression',
        expression: '/* Errand waits */',
        target: 'https://other.example/popup',
      },
    ],
  ],
])('never acts in the main page for a target that nothing opens: %s', (_, before) => {
  const first = importSteps(...before).nodes;
  const steps = [
    { ...click, ...elsewhere },
    { ...wrote, ...elsewhere, value: 'milk' },
  ];
  const { nodes, inputs, report } = importSteps(...before, ...steps, click);
  expect(nodes.slice(0, first.length)).toEqual(first);
  expect(
    nodes.slice(first.length).filter((node) => !JSON.stringify(node).includes('switch_tab')),
  ).toMatchObject([{ interaction_action: { click_element: { command: 'locator("#a")' } } }]);
  expect(JSON.stringify(inputs)).not.toContain('milk');
  const why = expect.stringMatching(
    /a frame of another site, which no click or key before it opens/,
  );
  expect(report.slice(-3)).toMatchObject([
    { outcome: 'skipped', why, candidates: ['locator("#a")'] },
    { outcome: 'skipped', why },
    { outcome: 'mapped' },
  ]);
});

test.each([
  { frame: ['a'] },
  { frame: [-1] },
  { frame: [0.5] },
  { frame: 1 },
  { frame: { 0: 1 } },
  { target: 5 },
  { target: null },
  { target: ['main'] },
])('skips a step whose place cannot be read: %j', (place) => {
  const { nodes, report } = importSteps({ ...click, ...place });
  expect(nodes).toEqual([]);
  expect(report).toMatchObject([
    { outcome: 'skipped', why: 'Its target or its frame cannot be read.' },
  ]);
});

test('does not scroll the main page instead of a frame', () => {
  const { nodes, report } = importSteps({ type: 'scroll', frame: [0], x: 0, y: 300 });
  expect(nodes).toEqual([]);
  expect(report).toMatchObject([{ outcome: 'skipped', why: 'It scrolls the page of a frame.' }]);
});

test.each([
  ['back', { interaction_action: { go_back: {} } }],
  [
    'forward',
    { python_script_action: { execution_code: expect.stringContaining('go_forward()') } },
  ],
])('reports that the button %s moves through the history', (button, node) => {
  const { nodes, report } = importSteps({ ...click, button });
  expect(nodes).toMatchObject([node]);
  expect(report).toMatchObject([
    {
      outcome: 'approximated',
      why: expect.stringMatching(/history of the tab instead of clicking/),
    },
  ]);
});

const inPopup = { ...click, target: 'https://portal.example/popup' };

test('does not expect a tab of an earlier click than the one that was left out', () => {
  const { nodes, report } = importSteps(click, { ...click, selectors: [] }, inPopup);
  expect(nodes).toMatchObject([{ interaction_action: { click_element: {} } }]);
  expect(nodes[0]).not.toHaveProperty('expect_new_tab');
  expect(report.map(({ outcome }) => outcome)).toEqual(['mapped', 'skipped', 'skipped']);
});

test('expects the tab of a click that a wait follows', () => {
  const wait = { type: 'waitForElement', selectors: [['#a']] };
  const { nodes, report } = importSteps(click, wait, inPopup);
  expect(nodes[0]).toMatchObject({ expect_new_tab: true });
  expect(report.map(({ outcome }) => outcome)).toEqual(['mapped', 'mapped', 'approximated']);
});
