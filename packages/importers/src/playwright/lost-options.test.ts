import { expect, test } from '@jest/globals';
import { importPlaywright } from './import-playwright.ts';

const atMiddle = { outcome: 'approximated', why: expect.stringMatching(/middle/) };

test.each([
  [`page.locator('#a').check({ position: { x: 1, y: 2 } })`, 'check', atMiddle],
  [`page.locator('#a').uncheck({ position: { x: 1, y: 2 } })`, 'uncheck', atMiddle],
  [`page.locator('#a').hover({ position: { x: 1, y: 2 } })`, 'hover', atMiddle],
  [`page.locator('#a').check()`, 'check', { outcome: 'mapped' }],
])('reports what %s loses', (call, kind, line) => {
  const text = `test('flow', async ({ page }) => { await page.goto('https://portal.example/');\n await ${call}; });`;
  const [recording] = importPlaywright(text).recordings;
  expect(recording?.automation.nodes).toMatchObject([
    { interaction_action: { [kind]: { command: 'locator("#a")' } } },
  ]);
  expect(recording?.report.at(-1)).toMatchObject(line);
});

test('reports that a soft expectation is none', () => {
  const text = `test('flow', async ({ page }) => { await page.goto('https://portal.example/');
    await expect.soft(page.locator('#a')).toBeVisible();
    await expect(page.locator('#a')).toBeVisible(); });`;
  const [recording] = importPlaywright(text).recordings;
  expect(recording?.report.slice(-2)).toMatchObject([
    { outcome: 'approximated', why: expect.stringMatching(/ends the task/) },
    { outcome: 'mapped' },
  ]);
});
