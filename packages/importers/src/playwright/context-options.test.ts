import { expect, test } from '@jest/globals';
import { importPlaywright } from './import-playwright.ts';

const importLines = (...lines: string[]) => importPlaywright(lines.join('\n')).recordings[0];

test.each(['playwright', 'playwright-core', '@playwright/test'])(
  'treats %s that is required as part of the setup',
  (name) => {
    const recording = importLines(
      `const { chromium, devices } = require('${name}');`,
      '(async () => {',
      '  const browser = await chromium.launch();',
      '  const page = await browser.newPage();',
      "  await page.goto('https://portal.example/');",
      '})();',
    );
    expect(recording?.report.filter(({ isSetup }) => !isSetup)).toMatchObject([
      { line: 5, outcome: 'mapped' },
    ]);
  },
);

test('reports another module that is required', () => {
  const recording = importLines(
    "const { chromium } = require('playwright');",
    "const { helper } = require('./helper');",
    '(async () => {',
    '  const page = await (await chromium.launch()).newPage();',
    "  await page.goto('https://portal.example/');",
    '})();',
  );
  expect(recording?.report).toContainEqual(
    expect.objectContaining({ line: 2, outcome: 'skipped' }),
  );
});

const DEVICE = 'The device iPhone 11 is left out: its size, touch and user agent.';
const OTHERS = 'Some settings of the browser are left out.';

test.each([
  ['**playwright.devices["iPhone 11"]', DEVICE],
  ["locale='de-AT', **p.devices['iPhone 11']", DEVICE],
  ['**settings', OTHERS],
])('reports the settings of a Python browser that it leaves out: %s', (given, why) => {
  const recording = importLines(
    'from playwright.sync_api import sync_playwright',
    'with sync_playwright() as p:',
    '    browser = p.webkit.launch()',
    `    context = browser.new_context(${given})`,
    '    page = context.new_page()',
    '    page.goto("https://portal.example/")',
  );
  const line = recording?.report.find((one) => one.line === 4);
  expect(line).toMatchObject({ outcome: 'approximated', why });
});

test.each([
  ["...devices['iPhone 11']", DEVICE],
  ["...devices['iPhone 11'], locale: 'de-AT'", DEVICE],
  ['...settings', OTHERS],
])('reports the settings of a TypeScript browser that it leaves out: %s', (given, why) => {
  const recording = importLines(
    "import { devices, test } from '@playwright/test';",
    `test.use({ ${given} });`,
    "test('flow', async ({ page }) => {",
    "  await page.goto('https://portal.example/');",
    '});',
  );
  const line = recording?.report.find((one) => one.line === 2);
  expect(line).toMatchObject({ outcome: 'approximated', why });
});
