import { expect, test } from '@jest/globals';
import { importPlaywright, importSeleniumIde } from '@errand/importers';
import { formatShares, isCodegenShaped } from './shares.ts';

const script = `import { test } from '@playwright/test';
test('a', async ({ page }) => {
  await page.goto('https://portal.example/');
  await page.getByText('x').click();
});`;

test('counts steps by kind, except those that only open the browser', () => {
  const side = JSON.stringify({
    url: 'https://portal.example',
    tests: [{ name: 'a', commands: [{ command: 'open' }, { command: 'bogus' }] }],
  });
  const table = formatShares(
    [
      { path: 'a.spec.ts', text: script, imported: importPlaywright(script) },
      { path: 'a.side', text: side, imported: importSeleniumIde(side) },
    ],
    { withReasons: true },
  );
  expect(table.split('\n').map((line) => line.split(/\s{2,}/))).toEqual([
    ['KIND', 'FILES', 'TESTS', 'STEPS', 'MAPPED', 'APPROXIMATED', 'SKIPPED', 'SHARE'],
    ['playwright-typescript, as codegen writes it', '1', '1', '2', '2', '0', '0', '100.0 %'],
    ['selenium-ide', '1', '1', '2', '1', '0', '1', '50.0 %'],
    ['1', 'Errand has no step for bogus.', 'e.g. bogus'],
  ]);
});

const python = `import re
from playwright.sync_api import Playwright, sync_playwright, expect

def run(playwright: Playwright) -> None:
    page = playwright.chromium.launch().new_page()
    page.get_by_text("try it for free").click()

with sync_playwright() as playwright:
    run(playwright)`;

test.each([
  ['', script],
  ['', python],
  ["import { expect } from '@playwright/test';", script],
  ["const { chromium } = require('playwright');", script],
  ['if __name__ == "__main__":', python],
])('treats a script with "%s" as codegen output', (line, text) => {
  expect(isCodegenShaped(`${text}\n${line}`)).toBe(true);
});

test.each([
  ['for (const a of b) c();', script],
  ["import { Login } from './login';", script],
  ["import { Login } from '@/pages/login';", script],
  ["import { journey, step } from '@elastic/synthetics';", script],
  ['  try {', script],
  ['    try:', python],
  ['    def answer(dialog):', python],
  ['    async def answer(dialog):', python],
  ['@pytest.mark.reports', python],
  ['from utils.auth import auth', python],
  ['from . import auth', python],
])('treats a script with "%s" as a program', (line, text) => {
  expect(isCodegenShaped(`${text}\n${line}`)).toBe(false);
});
