import { expect, test } from '@jest/globals';
import { importDevToolsRecording } from './import-devtools-recording.ts';

/** Imports steps after a navigation. */
function importSteps(...steps: readonly object[]) {
  const navigate = { type: 'navigate', url: 'https://portal.example/' };
  const text = JSON.stringify({ title: 'Flow', steps: [navigate, ...steps] });
  const [recording] = importDevToolsRecording(text).recordings;
  if (!recording) throw new Error('Nothing was imported.');
  return { nodes: recording.automation.nodes, report: recording.report.slice(1) };
}

const is = (expected: number, nth = '') => ({ command: `locator("#row")${nth}`, expected });
const isNot = (expected: number, nth = '') => ({ ...is(expected, nth), is_negated: true });

/** `visible: false` negates the whole comparison; nothing in the format looks at visibility. */
test.each([
  [{}, isNot(0)],
  [{ visible: true }, isNot(0)],
  [{ visible: false }, is(0)],
  [{ count: 2, operator: '==' }, is(2)],
  [{ count: 2, operator: '==', visible: false }, isNot(2)],
  [{ count: 0, operator: '==', visible: false }, isNot(0)],
  [{ count: 3, operator: '>=' }, isNot(0, '.nth(2)')],
  [{ count: 3, operator: '>=', visible: false }, is(0, '.nth(2)')],
  [{ count: 3, operator: '<=' }, is(0, '.nth(3)')],
  [{ count: 3, operator: '<=', visible: false }, isNot(0, '.nth(3)')],
  [{ count: 0, operator: '<=' }, is(0)],
])('waits for the number of elements of %j', (fields, wanted) => {
  const { nodes, report } = importSteps({ type: 'waitForElement', selectors: ['#row'], ...fields });
  const wait = { assertion: 'to_have_count', ...wanted };
  expect(nodes).toEqual([{ type: 'action_node', misc_action: { wait_for: wait } }]);
  expect(report[0]?.outcome).toBe('mapped');
});

const selectors = [['#row']];
test.each<[string, RegExp, object]>([
  [
    'skipped',
    /not as given/,
    { type: 'waitForElement', selectors, visible: false, attributes: { 'aria-busy': 'true' } },
  ],
  [
    'skipped',
    /No number/,
    { type: 'waitForElement', selectors, visible: false, count: 0, operator: '>=' },
  ],
  [
    'approximated',
    /Only one element/,
    { type: 'waitForElement', selectors, attributes: { lang: 'en' } },
  ],
  [
    'approximated',
    /White space/,
    {
      type: 'waitForElement',
      selectors,
      count: 1,
      operator: '==',
      properties: { textContent: 'a' },
    },
  ],
  ['skipped', /in a frame/, { type: 'waitForExpression', expression: 'window.x', frame: [1] }],
  ['approximated', /select_option/, { type: 'change', selectors, value: '' }],
  [
    'approximated',
    /input file/,
    { type: 'change', selectors: [['input[type=file]']], value: 'C:\\fakepath\\a.pdf' },
  ],
])('reports a difference as %s: %s', (outcome, why, step) => {
  const { report } = importSteps(step);
  expect(report).toMatchObject([{ outcome, why: expect.stringMatching(why) }]);
});

test('uploads the file whose name a file field shows', () => {
  const { nodes } = importSteps({
    type: 'change',
    selectors: [['#cv']],
    value: 'C:\\fakepath\\a.pdf',
  });
  expect(nodes).toMatchObject([
    { interaction_action: { upload_file: { files: [{ input_file: 'a.pdf' }] } } },
  ]);
});

const scroll = (y: number, more: object = {}) => ({ type: 'scroll', x: 0, y, ...more });
const click = { type: 'click', selectors };
const assertedEvents = [{ type: 'navigation', url: 'https://portal.example/b' }];
test.each<[string, object, object]>([
  ['an address', { type: 'navigate', url: 'https://portal.example/b' }, {}],
  ['a click', { ...click, assertedEvents }, {}],
  ['a new tab', click, { target: 'https://portal.example/popup' }],
])('scrolls from the top again after %s', (_, between, tab) => {
  const { nodes } = importSteps(scroll(900), between, scroll(300, tab));
  expect(nodes.at(-1)).toMatchObject({
    interaction_action: { scroll: { down: true, amount: 300 } },
  });
});

test('presses a modifier only once, however often its key repeats', () => {
  const keyDown = { type: 'keyDown', key: 'Control' };
  const keyUp = { type: 'keyUp', key: 'Control' };
  const pressA = [
    { type: 'keyDown', key: 'a' },
    { type: 'keyUp', key: 'a' },
  ];
  const { nodes, report } = importSteps(keyDown, keyDown, ...pressA, keyDown, click, keyUp, click);
  expect(nodes).toMatchObject([
    { interaction_action: { key_press: { type: ['Control', 'a'] } } },
    { interaction_action: { click_element: { modifiers: ['Control'] } } },
    { interaction_action: { click_element: { command: 'locator("#row")' } } },
  ]);
  expect(JSON.stringify(nodes.at(-1))).not.toContain('modifiers');
  expect(report.map(({ outcome }) => outcome)).toEqual(Array(8).fill('mapped'));
});

test.each(['chrome://new-tab-page/', 'chrome://newtab/', 'chrome://newtab'])(
  'begins at the first address after %s',
  (url) => {
    const steps = [
      { type: 'navigate', url },
      { type: 'navigate', url: 'https://portal.example/' },
    ];
    const [recording] = importDevToolsRecording(JSON.stringify({ steps })).recordings;
    expect(recording).toMatchObject({
      automation: { url: 'https://portal.example/', nodes: [] },
      report: [{ outcome: 'mapped' }, { outcome: 'mapped' }],
    });
  },
);
