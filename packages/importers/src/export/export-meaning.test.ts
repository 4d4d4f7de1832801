import { expect, test } from '@jest/globals';
import { parse } from '@puppeteer/replay';
import { exportPlaywrightPython, exportPuppeteerReplay } from '../index.ts';

const automationOf = (node: object) => ({
  url: 'https://portal.example/',
  parameters: { input_parameters: {}, generated_parameters: {} },
  nodes: [node],
});

const interact = (kind: string, fields: object) => ({ interaction_action: { [kind]: fields } });

function exportReplay(node: object) {
  const { text, report } = exportPuppeteerReplay(automationOf(node));
  return { step: parse(JSON.parse(text)).steps[1], report };
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
  const { step, report } = exportReplay(interact('click_element', { command }));
  const { selectors } = (step ?? {}) as { selectors?: unknown };
  expect(selectors).toEqual(selector && [[selector]]);
  expect(report).toMatchObject([{ outcome: selector === undefined ? 'skipped' : 'mapped' }]);
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
    misc_action: { wait_for: { command: 'locator("#a")', assertion: 'to_be_visible', timeout } },
  });
  expect(step).toMatchObject({ timeout: milliseconds });
  expect(report).toMatchObject([{ outcome }]);
});

test('writes an XPath without its prefix', () => {
  const { step } = exportReplay(interact('click_element', { xpath: 'xpath=//div' }));
  expect(step).toMatchObject({ selectors: [['xpath///div']] });
});
