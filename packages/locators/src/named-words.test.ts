import { createBindings } from '@errand/expressions';
import { expect, test } from '@jest/globals';
import { namedWords } from './named-words.ts';
import { parseLocator } from './parse-locator.ts';

const bindings = createBindings({ inputParameters: { q: ['a "b" \\c'] }, generatedVariables: {} });

test.each([
  ['get_by_role("button", name="Save \\"it\\"")', 'Save "it"'],
  ['locator("form").get_by_role("link", name="Go", exact=True).first', 'Go'],
  ['get_by_role("button", name="{q[0]}")', 'a "b" \\c'],
  ['get_by_text("Two\\nlines").nth(1)', 'Two\nlines'],
  ['get_by_label("Name", exact=True)', 'Name'],
  ['get_by_placeholder("Your \\"name\\"")', 'Your "name"'],
  ['frame_locator("iframe").get_by_title("Till")', 'Till'],
  ['get_by_role("button", name=re.compile("Save"))', undefined],
  ['get_by_role("button")', undefined],
  ['get_by_text("Name").locator("..")', undefined],
  ['get_by_role("row", name="Oak").get_by_role("button")', undefined],
  ['get_by_role("row").filter(has_text="Oak")', undefined],
  ['locator("#save")', undefined],
])('reads %s', (command, words) => {
  expect(namedWords(parseLocator(command, bindings))).toBe(words);
});
