import { expect, test } from '@jest/globals';
import { importDevToolsRecording } from './import-devtools-recording.ts';

/** Creates a recording of these steps after a navigation. */
function importSteps(...steps: readonly object[]) {
  const navigate = { type: 'navigate', url: 'https://portal.example/' };
  const text = JSON.stringify({ title: 'Flow', steps: [navigate, ...steps] });
  const [recording] = importDevToolsRecording(text).recordings;
  if (!recording) throw new Error('Nothing was imported.');
  const { automation, report, warnings } = recording;
  return { automation, nodes: automation.nodes, report: report.slice(1), warnings };
}

const interactions = (nodes: readonly object[]) =>
  nodes.map((node) => ('interaction_action' in node ? node.interaction_action : node));

test('uses the best selector and keeps the others as candidates', () => {
  const selectors = [
    ['aria/Save'],
    ['#form > div:nth-of-type(3) > button'],
    ['xpath///*[@data-id="save"]'],
    ['aria/Save[role="button"]'],
    ['text/Save'],
  ];
  const { nodes, report } = importSteps({ type: 'click', selectors, offsetX: 1, offsetY: 1 });
  expect(interactions(nodes)).toEqual([
    { click_element: { command: 'get_by_role("button", name="Save", exact=True)' } },
  ]);
  expect(report[0]?.candidates).toHaveLength(5);
});

test('types named inputs, and never the value of a password', () => {
  const { automation, report } = importSteps(
    { type: 'change', value: 'ada', selectors: [['#user-name']] },
    { type: 'change', value: 'hunter22', selectors: [['aria/Your password'], ['#field7']] },
    { type: 'change', value: 'grace', selectors: [['#user-name']] },
  );
  expect(automation.parameters).toEqual({
    input_parameters: { user_name: ['ada'], user_name_2: ['grace'] },
    generated_parameters: {},
    secure_parameters: { your_password: [] },
  });
  expect(JSON.stringify([automation, report])).not.toContain('hunter22');
});

test('joins keys into chords, and adds modifiers to clicks', () => {
  const { nodes } = importSteps(
    { type: 'keyDown', key: 'Control' },
    { type: 'keyDown', key: 'a' },
    { type: 'keyUp', key: 'a' },
    { type: 'keyUp', key: 'Control' },
    { type: 'keyDown', key: 'Shift' },
    { type: 'click', selectors: ['#row'], offsetX: 1, offsetY: 1 },
    { type: 'keyUp', key: 'Shift' },
  );
  expect(interactions(nodes)).toEqual([
    { key_press: { type: ['Control', 'a'] } },
    { click_element: { command: 'locator("#row")', modifiers: ['Shift'] } },
  ]);
});

test('enters frames, shadow roots and the tab that a step opens', () => {
  const { nodes, report } = importSteps(
    { type: 'click', selectors: [['#inner']], frame: [0, 1] },
    { type: 'click', selectors: [['my-menu', '#entry']] },
    { type: 'click', selectors: [['#other']], target: 'https://other.example/' },
    { type: 'click', selectors: [['#back']], target: 'main' },
  );
  expect(nodes).toEqual([
    expect.objectContaining({
      interaction_action: {
        click_element: {
          command:
            'frame_locator("iframe").nth(0).frame_locator("iframe").nth(1).locator("#inner")',
        },
      },
    }),
    expect.objectContaining({ expect_new_tab: true }),
    expect.objectContaining({
      interaction_action: { click_element: { command: 'locator("#other")' } },
    }),
    expect.objectContaining({ interaction_action: { switch_tab: { tab_index: 0 } } }),
    expect.objectContaining({
      interaction_action: { click_element: { command: 'locator("#back")' } },
    }),
  ]);
  expect(report.map(({ outcome }) => outcome)).toEqual([
    'approximated',
    'mapped',
    'approximated',
    'mapped',
  ]);
});

test('waits for elements by number, attributes and properties', () => {
  const { nodes } = importSteps({
    type: 'waitForElement',
    selectors: ['#row'],
    count: 2,
    operator: '==',
    attributes: { lang: 'en' },
    properties: { checked: true },
    timeout: 2000,
  });
  const command = 'locator("#row")';
  const wait = (fields: object) =>
    expect.objectContaining({ misc_action: { wait_for: { command, timeout: 2, ...fields } } });
  expect(nodes).toEqual([
    wait({ assertion: 'to_have_count', expected: 2 }),
    wait({ assertion: 'to_have_attribute', attribute: 'lang', expected: 'en' }),
    wait({ assertion: 'to_be_checked', is_negated: false }),
  ]);
});

test('drops a wait for any number of elements, and keeps a wait for at most zero', () => {
  const any = { type: 'waitForElement', selectors: ['#row'], count: 0 };
  const { nodes, report } = importSteps(any, { ...any, operator: '<=' });
  const [none, ...others] = nodes;
  expect(none).toMatchObject({
    misc_action: { wait_for: { assertion: 'to_have_count', expected: 0 } },
  });
  expect(others).toEqual([]);
  expect(report).toMatchObject([
    { outcome: 'approximated', why: expect.stringMatching(/any number/) },
    { outcome: 'mapped' },
  ]);
});

test('reports a reason for everything that it leaves out', () => {
  const { report } = importSteps(
    { type: 'customStep', name: 'x' },
    { type: 'emulateNetworkConditions' },
    { type: 'click', selectors: ['!!'] },
    { no: 'type' },
  );
  expect(report.map(({ outcome }) => outcome)).toEqual(Array(4).fill('skipped'));
  expect(report.every(({ why = '' }) => why.length > 10)).toBe(true);
});

test('closes the tab that a step names, whichever is the current one', () => {
  const [target, selectors] = ['https://portal.example/popup', [['#a']]];
  const { nodes, report } = importSteps(
    { type: 'click', target: 'main', selectors },
    { type: 'click', target, selectors },
    { type: 'click', target: 'main', selectors },
    { type: 'close', target },
    { type: 'click', target: 'main', selectors },
  );
  const click = { click_element: { command: 'locator("#a")' } };
  expect(interactions(nodes)).toMatchObject([
    click,
    click,
    { switch_tab: { tab_index: 0 } },
    click,
    { switch_tab: { tab_index: 1 } },
    { close_current_tab: {} },
    { switch_tab: { tab_index: 0 } },
    click,
  ]);
  expect(nodes[0]).toMatchObject({ expect_new_tab: true });
  expect(report).toHaveLength(5);
});

test('presses a key whose release the recording lacks, and keeps it out of the next chord', () => {
  const { nodes, report } = importSteps(
    { type: 'change', value: 'tea', selectors: [['#q']] },
    { type: 'keyDown', key: 'Shift' },
    { type: 'keyDown', key: 'Enter' },
    { type: 'click', selectors: [['#result']] },
    { type: 'keyUp', key: 'Enter' },
    { type: 'keyUp', key: 'Shift' },
    { type: 'keyDown', key: 'Tab' },
    { type: 'keyUp', key: 'Tab' },
    { type: 'keyDown', key: 'Escape' },
  );
  expect(interactions(nodes).slice(1)).toEqual([
    { key_press: { type: ['Shift', 'Enter'] } },
    { click_element: { command: 'locator("#result")', modifiers: ['Shift'] } },
    { key_press: { type: 'Tab' } },
    { key_press: { type: 'Escape' } },
  ]);
  expect(report).toHaveLength(9);
});
