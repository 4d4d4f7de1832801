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

test('distinguishes codegen scripts from programs', () => {
  expect(isCodegenShaped(script)).toBe(true);
  expect(isCodegenShaped(`${script}\nfor (const a of b) c();`)).toBe(false);
  expect(isCodegenShaped("import { Login } from './login';")).toBe(false);
});
