import { expect, test } from '@jest/globals';
import { importPlaywright } from './import-playwright.ts';

/** Imports an expectation of an open page. */
function importExpectation(found: string, matcher: string) {
  const text = `await page.goto('https://portal.example/');\nawait expect(page.${found}).${matcher};`;
  const [recording] = importPlaywright(text, 'typescript').recordings;
  return { nodes: recording?.automation.nodes, report: recording?.report.slice(1) };
}

/** The text of a field is always empty. */
test.each([
  "getByRole('textbox', { name: 'Name' })",
  "getByRole('row').filter({ hasText: 'Ada' }).getByRole('combobox').first()",
  "getByRole('searchbox')",
  "getByRole('spinbutton').nth(1)",
  "getByLabel('Name').filter({ visible: true })",
  "getByPlaceholder('Name')",
  "locator('textarea')",
  'locator(\'form > input[name="first name"]\')',
  "locator('input#name.wide')",
  'locator(\'//form/input[@id="name"]\')',
])('expects a field to have no value: %s', (found) => {
  const { nodes, report } = importExpectation(found, 'toBeEmpty()');
  const fields = { assertion: 'to_have_value', expected: '' };
  expect(nodes).toMatchObject([{ assertion_action: { expect: fields } }]);
  expect(report).toMatchObject([
    { outcome: 'approximated', why: 'Expects a field without a value.' },
  ]);
  const negated = importExpectation(found, 'not.toBeEmpty()');
  expect(negated.nodes).toMatchObject([
    { assertion_action: { expect: { ...fields, is_negated: true } } },
  ]);
});

test.each([
  "getByRole('list')",
  "locator('#name')",
  "locator('input + .error')",
  "locator('.input')",
  "locator('input').locator('..')",
])('expects another element to have no text: %s', (found) => {
  const { nodes, report } = importExpectation(found, 'toBeEmpty()');
  expect(nodes).toMatchObject([
    { assertion_action: { expect: { assertion: 'to_have_text', expected: '' } } },
  ]);
  expect(report).toMatchObject([
    { outcome: 'approximated', why: expect.stringContaining('to_have_value') },
  ]);
});
