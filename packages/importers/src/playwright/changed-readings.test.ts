import { expect, test } from '@jest/globals';
import { importPlaywright } from './import-playwright.ts';

/** Imports a script that reads `price` and types it. */
function importReading(reading: string) {
  const isPython = !reading.includes('await ');
  const goto = "page.goto('https://portal.example/')";
  const fill = "page.locator('#f').fill(price)";
  const lines = isPython
    ? [goto, `price = ${reading}`, fill]
    : [`await ${goto}`, `const price = ${reading}`, `await ${fill}`];
  const language = isPython ? 'python' : 'typescript';
  const [recording] = importPlaywright(lines.join('\n'), language).recordings;
  if (!recording) throw new Error('Nothing was imported.');
  return { ...recording, lines: recording.report.slice(1) };
}

test.each([
  ['page.locator(".v").inner_text().replace(".", "")', 'replace'],
  ['page.locator(".v").inner_text().strip().split(" ")[1]', 'split, []'],
  ['page.locator(".v").inner_text().strip("$")', 'strip'],
  ['page.locator(".v").get_attribute("href").upper()', 'upper'],
  ['page.locator(".v").count().bit_length()', 'bit_length'],
  ['page.evaluate("document.title").upper()', 'upper'],
  ["(await page.locator('.v').innerText()).replace('$', '')", 'replace'],
  ["(await page.locator('.v').textContent())!.slice(1)", 'slice'],
  ["await page.locator('.v').innerText().then((text) => text.slice(1))", 'then'],
])('does not type what program code changes: %s', (reading, names) => {
  const { automation, lines } = importReading(reading);
  expect(lines[0]).toMatchObject({
    outcome: 'approximated',
    why: expect.stringContaining(`The program code that follows is left out: ${names}.`),
  });
  expect(lines.at(-1)).toMatchObject({
    outcome: 'approximated',
    why: expect.stringMatching(/pass it as the input price/),
  });
  expect(automation.parameters.input_parameters).toEqual({ price: [''] });
  expect(automation.nodes.at(-1)).toMatchObject({
    interaction_action: { input_text: { input_text: '{price[0]}' } },
  });
});

test.each([
  'page.locator(".v").inner_text()',
  'page.locator(".v").inner_text().strip()',
  "(await page.locator('.v').innerText()).trim()",
])('types what the page shows: %s', (reading) => {
  const { automation, lines } = importReading(reading);
  expect(lines.map(({ outcome }) => outcome)).toEqual(['mapped', 'mapped']);
  expect(automation.parameters).toMatchObject({
    input_parameters: {},
    generated_parameters: { price: [] },
  });
});

test('does not type a variable after it has changed', () => {
  const [recording] = importPlaywright(
    `page.goto("https://portal.example/")
price = page.locator(".v").inner_text()
page.locator("#f").fill(price.strip("$"))`,
  ).recordings;
  expect(recording?.report.at(-1)).toMatchObject({ outcome: 'approximated' });
});

test('does not type an attribute whose name is not known', () => {
  const { automation, lines } = importReading('page.locator(".v").get_attribute(name)');
  expect(lines.map(({ outcome }) => outcome)).toEqual(['skipped', 'approximated']);
  expect(automation.parameters.input_parameters).toEqual({ price: [''] });
});

test('reports that errors of a step are not ignored', () => {
  const [recording] = importPlaywright(
    "await page.goto('https://portal.example/');\nawait page.click('#a').catch(() => {});",
  ).recordings;
  expect(recording?.report.at(-1)).toMatchObject({
    outcome: 'approximated',
    why: 'The program code that follows is left out: catch.',
  });
});
