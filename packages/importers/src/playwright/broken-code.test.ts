import { expect, test } from '@jest/globals';
import { importPlaywright } from './import-playwright.ts';

test.each([
  [
    'playwright-python',
    'def run(page):\n    page.goto("http://a.example/")\n    page.get_by_label("A".click()\n    page.get_by_label("B").click()\n',
  ],
  [
    'playwright-typescript',
    "test('x', async ({ page }) => {\n  await page.goto('http://a.example/');\n  await page.getByLabel('A'.click();\n  await page.getByLabel('B').click();\n});\n",
  ],
])('imports nothing from a statement with a syntax error: %s', (kind, text) => {
  const [recording] = importPlaywright(text).recordings;
  expect(importPlaywright(text).kind).toBe(kind);
  expect(recording?.report.filter(({ outcome }) => outcome === 'skipped')).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ why: expect.stringMatching(/^It has a syntax error/) }),
    ]),
  );
  // The lines after it may belong to the same statement.
  const clicked = JSON.stringify(recording?.automation.nodes);
  expect(clicked).not.toContain('get_by_label(\\"A\\")');
});

test('reports a step that a stray colon turns into a type', () => {
  const text = 'def run(page):\n    page.goto("http://a.example/")\n    page.cl:ick("#a")\n';
  expect(importPlaywright(text).recordings[0]?.report).toMatchObject([
    { outcome: 'mapped' },
    { line: 3, outcome: 'skipped' },
  ]);
});
