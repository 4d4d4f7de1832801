import { expect, test } from '@jest/globals';
import {
  exportPlaywrightPython,
  exportPuppeteerReplay,
  importDevToolsRecording,
} from '../index.ts';
import { stepsOf } from './test/read-replay.ts';

const automationOf = (...nodes: object[]) => ({
  url: 'https://portal.example/',
  parameters: { input_parameters: {}, generated_parameters: {} },
  nodes,
});

const interact = (kind: string, fields: object) => ({ interaction_action: { [kind]: fields } });

function exportReplay(node: object) {
  const { text, report } = exportPuppeteerReplay(automationOf(node));
  return { step: stepsOf(text)[1], report };
}

test.each(['^Ger.*', 'Ger.*y', 'many$'])('skips an option that is a pattern: %s', (pattern) => {
  const node = interact('select_option', { command: 'locator("#a")', select_values: [pattern] });
  const skipped = [{ outcome: 'skipped', why: expect.stringMatching(/by a pattern/) }];
  const { text, report } = exportPlaywrightPython(automationOf(node));
  expect(text).not.toContain('select_option("');
  expect(report).toMatchObject(skipped);
  expect(exportReplay(node)).toMatchObject({ step: undefined, report: skipped });
});

test('exports an option that only looks like a pattern', () => {
  const node = interact('select_option', {
    command: 'locator("#a")',
    select_values: ['Price (in $'],
  });
  const { report } = exportPlaywrightPython(automationOf(node));
  expect(report).toMatchObject([{ outcome: 'mapped' }]);
});

test.each([
  ['locator(".x, .y").locator("button")', ':is(.x, .y) button'],
  ['locator("form").locator("div a")', 'form :is(div a)'],
  ['locator("#a").get_by_test_id("b")', '#a [data-testid="b"]'],
  ['locator("ul").locator(":scope > li")', undefined],
  ['locator("ul").locator("> li")', undefined],
])('keeps the meaning of nested CSS locators: %s', (command, selector) => {
  const { step, report } = exportReplay(interact('hover', { command }));
  const { selectors } = (step ?? {}) as { selectors?: readonly unknown[] };
  expect(selectors?.[0]).toEqual(selector && [selector]);
  expect(report).toMatchObject([{ outcome: selector === undefined ? 'skipped' : 'mapped' }]);
});

test.each([
  ['get_by_text("Bills")', true],
  ['locator("#bar div")', true],
  ['locator("//div[@id=\'a\']")', true],
  ['get_by_role("treeitem", name="Bills", exact=True)', true],
  ['get_by_role("button", name="Go", exact=True)', false],
  ['get_by_label("Name", exact=True)', false],
  ['locator("#a > button.wide")', false],
  ['locator("//form/input[2]")', false],
  ['get_by_label("Map (big)", exact=True)', false],
])('reports that the middle of %s is not clicked: %j', (command, isReported) => {
  const corner = expect.stringMatching(/upper left corner/);
  const at = { offsetX: 7, offsetY: 7 };
  const { step, report } = exportReplay(interact('click_element', { command }));
  expect(step).toMatchObject(at);
  expect(report).toEqual([
    expect.objectContaining(isReported ? { why: corner } : { outcome: 'mapped' }),
  ]);
  const placed = interact('click_element', { command, position: { x: 1, y: 2 } });
  expect(exportReplay(placed)).toMatchObject({
    step: { offsetX: 1, offsetY: 2 },
    report: [{ outcome: 'mapped' }],
  });
});

test('waits for a steady page before keys', () => {
  const keys = [interact('key_press', { type: 'down' }), interact('key_press', { type: 'enter' })];
  const field = interact('input_text', {
    command: 'locator("#a")',
    input_text: 'b',
    press_enter: true,
  });
  const { text } = exportPuppeteerReplay(automationOf(field, ...keys));
  const { steps }: { steps: { type: string; expression?: string }[] } = JSON.parse(text);
  const kinds = steps.map(({ type, expression = '' }) =>
    expression.includes('MutationObserver') ? 'steady' : type,
  );
  expect(kinds.join(' ').match(/steady keyDown/g)).toHaveLength(3);
  expect(kinds.join(' ')).toContain('change steady keyDown keyUp');
  const { text: script } = exportPlaywrightPython(automationOf(field, ...keys));
  const lines = script
    .slice(script.indexOf('def run('))
    .split('\n')
    .map((line) => line.trim());
  expect(lines).toEqual(
    expect.arrayContaining(['settle(page)', 'page.keyboard.press("ArrowDown")']),
  );
  expect(lines.filter((line) => line === 'settle(page)')).toHaveLength(3);
});

test('writes a drag with its places, its distance and how long it is held', () => {
  const from = { command: 'locator("#a")', position: { x: 1, y: 2 }, hold_seconds: 0.5 };
  const to = { destination: { command: 'locator("#b")', position: { x: 3, y: 4 } } };
  const drags = [
    { ...from, ...to },
    { command: 'locator("#a")', offset: { x: 5, y: -6 } },
  ];
  const nodes = drags.map((fields) => interact('drag_and_drop', fields));
  const { text, report } = exportPlaywrightPython(automationOf(...nodes));
  expect(text).toContain(
    'drag(page.locator("#a"), page.locator("#b"), source_position={"x": 1, "y": 2}, target_position={"x": 3, "y": 4}, hold=500)',
  );
  expect(text).toContain('drag(page.locator("#a"), offset={"x": 5, "y": -6})');
  expect(report).toMatchObject([{ outcome: 'mapped' }, { outcome: 'mapped' }]);
});

test('clicks a point with its button, and reports modifiers that are not held', () => {
  const at = { coordinates: [10, 20], button: 'right', hold_seconds: 1 };
  const { text, report } = exportPlaywrightPython(automationOf(interact('click_element', at)));
  expect(text).toContain('page.mouse.click(10, 20, button="right", delay=1000)');
  expect(report).toMatchObject([{ outcome: 'mapped' }]);
  const held = interact('click_element', { ...at, modifiers: ['Shift'] });
  expect(exportPlaywrightPython(automationOf(held)).report).toMatchObject([
    { outcome: 'approximated', why: 'It holds no modifiers.' },
  ]);
});

test('does not type the state of a box', () => {
  const node = interact('set_value', { command: 'locator("#a")', value: true });
  expect(exportReplay(node)).toMatchObject({
    step: undefined,
    report: [{ outcome: 'skipped', why: expect.stringMatching(/check or uncheck/) }],
  });
});

test.each([
  [120, 30_000, 'approximated'],
  [0, 1, 'approximated'],
  [20, 20_000, 'mapped'],
])('reports a wait that the format shortens: %s s', (timeout, milliseconds, outcome) => {
  const { step, report } = exportReplay({
    misc_action: { wait_for: { command: 'locator("#a")', assertion: 'to_be_checked', timeout } },
  });
  expect(step).toMatchObject({ timeout: milliseconds });
  expect(report).toMatchObject([{ outcome }]);
});

test('writes an XPath without its prefix', () => {
  const { step } = exportReplay(interact('click_element', { xpath: 'xpath=//div' }));
  expect(step).toMatchObject({ selectors: [['xpath///div']] });
});

test.each([
  ['locator("#a") # the button', 'page.locator("#a").click()'],
  ['# the button\nlocator("#a")', 'page.locator("#a").click()'],
  ['get_by_text("a # b") # the button', 'page.get_by_text("a # b").click()'],
  [
    'locator("#a") # the row\n.get_by_text("b")',
    '(page.locator("#a") \n.get_by_text("b")).click()',
  ],
])('clicks in Python despite a comment: %j', (command, line) => {
  const { text } = exportPlaywrightPython(automationOf(interact('click_element', { command })));
  expect(text).toContain(`    ${line}\n`);
});

test.each([
  ['1 == 1 # always', 'if 1 == 1:'],
  ['1 == 1 # always\nand 2 == 2', 'if (1 == 1 \nand 2 == 2):'],
])('writes a condition with a comment as Python: %j', (condition, line) => {
  const { text } = exportPlaywrightPython(automationOf({ condition, if_nodes: [] }));
  expect(text).toContain(`    ${line}\n`);
});

const wait = (fields: object) => ({
  misc_action: { wait_for: { command: 'get_by_text("a")', ...fields } },
});
test.each<[object, object, string]>([
  [{ assertion: 'to_be_visible' }, { visible: true }, 'approximated'],
  [{ assertion: 'to_be_hidden' }, { visible: false }, 'approximated'],
  [
    { assertion: 'to_have_text', expected: 'a' },
    { properties: { textContent: 'a' } },
    'approximated',
  ],
  [{ assertion: 'to_have_count', expected: 2 }, { count: 2, operator: '==' }, 'mapped'],
  [
    { assertion: 'to_have_count', expected: 2, is_negated: true },
    { count: 2, operator: '==', visible: false },
    'mapped',
  ],
  [
    { assertion: 'to_have_count', expected: 0, is_negated: true },
    { count: 0, operator: '==', visible: false },
    'mapped',
  ],
])('exports the wait %j', (fields, wanted, outcome) => {
  const { step, report } = exportReplay(wait(fields));
  expect(step).toMatchObject(wanted);
  expect(report).toMatchObject([{ outcome }]);
});

const text = { command: 'locator("#a")', input_text: 'b' };
test.each<[object, RegExp]>([
  [interact('input_text', { ...text, fill_or_type: 'type' }), /replaces the text/],
  [interact('input_text', { ...text, fill_or_type: 'key_press' }), /replaces the text/],
  [{ ...interact('input_text', text), before_sleep_time: 2 }, /before_sleep_time/],
  [{ ...interact('input_text', text), end_sleep_time: 9 }, /end_sleep_time/],
])('reports what %j loses', (node, why) => {
  const lost = [{ outcome: 'approximated', why: expect.stringMatching(why) }];
  expect(exportReplay(node).report).toMatchObject(lost);
});

test('reports waits that a Python script does not have', () => {
  const node = { ...interact('input_text', text), before_sleep_time: 2, end_sleep_time: 9 };
  expect(exportPlaywrightPython(automationOf(node)).report).toMatchObject([
    { outcome: 'approximated', why: expect.stringMatching(/before_sleep_time.*end_sleep_time/) },
  ]);
});

test('reports no loss for a step without its own waits', () => {
  const node = interact('input_text', text);
  expect(exportReplay(node).report).toMatchObject([{ outcome: 'mapped' }]);
  expect(exportPlaywrightPython(automationOf(node)).report).toMatchObject([{ outcome: 'mapped' }]);
});

test('clicks inside a check box, and a button whose corners are round', () => {
  const { step } = exportReplay(interact('click_element', { command: 'locator("#go")' }));
  const { offsetX = 0, offsetY = 0 } = step as { offsetX?: number; offsetY?: number };
  expect(Math.max(offsetX, offsetY)).toBeLessThan(13);
  const radius = 20;
  expect(Math.hypot(radius - offsetX, radius - offsetY)).toBeLessThan(radius);
});

test.each([
  [1, 'mapped', []],
  [
    0,
    'skipped',
    [{ ...interact('click_element', { command: 'locator("a")' }), expect_new_tab: true }],
  ],
  [0, 'skipped', [interact('go_to_url', { url: 'https://b.example/', new_tab: true })]],
])('closes only the tab that the file has: %i %s', (count, outcome, before) => {
  const close = interact('close_current_tab', {});
  const exported = exportPuppeteerReplay({ ...automationOf({}), nodes: [...before, close] });
  const { steps }: { steps: { type: string }[] } = JSON.parse(exported.text);
  expect(steps.filter(({ type }) => type === 'close')).toHaveLength(count);
  expect(exported.report.at(-1)).toMatchObject({ outcome });
});

const state = (expected: string) => ({
  assertion_action: { expect: { assertion: 'to_have_url', expected } },
});
const [one, two] = [state('https://a.example/1'), state('https://a.example/2')];
const press = interact('click_element', { command: 'locator("button")' });
const enter = interact('input_text', { ...text, press_enter: true });

test.each<[object[], string[]]>([
  [[one, press, two], ['click']],
  [[one, enter, two], ['keyDown']],
  // The list, the click or both.
  [
    [
      one,
      interact('select_option', { command: 'locator("#a")', select_values: ['value=a'] }),
      press,
      two,
    ],
    [],
  ],
  [[press, two], []],
  [[one, press, one], []],
  [[one, interact('go_back', {}), press, two], []],
  [[one, { condition: '1 == 1', if_nodes: [press] }, press, two], []],
])('asserts only navigations that the automation states: %#', (nodes, navigating) => {
  const { text: written } = exportPuppeteerReplay({ ...automationOf({}), nodes });
  const sure = stepsOf(written).filter((step) => step.assertedEvents);
  expect(sure.map(({ type }) => type)).toEqual(['navigate', ...navigating]);
});

test('the waits between exported steps are imported as nothing', () => {
  const { text: written } = exportPuppeteerReplay({ ...automationOf({}), nodes: [press, press] });
  const [imported] = importDevToolsRecording(written).recordings;
  expect(imported?.automation.nodes).toHaveLength(2);
  expect(imported?.report.map(({ outcome }) => outcome)).not.toContain('approximated');
});
