import { expect, test } from '@jest/globals';
import { importPlaywright } from './import-playwright.ts';

/** Imports a script and returns its lines that report clicks, for each recording. */
function clicksOf(script: string, language: 'python' | 'typescript' = 'typescript') {
  return importPlaywright(script, language).recordings.map(({ report }) =>
    report
      .filter(({ step }) => /^(?:await |return )?(?:\w+\.)+(?:click|locator)\(/.test(step))
      .map(({ line, outcome }) => `${line} ${outcome}`),
  );
}

const goto = "await page.goto('https://portal.example/');";

test.each([
  ['an arrow function', "const run = async () => {\nawait page.click('#a');\n};\nrun();"],
  ['a function expression', "const run = async function () {\nawait page.click('#a');\n};\nrun();"],
  ['a function that is exported', "export const run = async () => {\nawait page.click('#a');\n};"],
  ['the export of a module', "module.exports = async (page) => {\nawait page.click('#a');\n};"],
  ['a default export', "export default async () => {\nawait page.click('#a');\n};"],
  [
    'a function that is called there',
    "const a = await (async () => {\nawait page.click('#a');\n})();",
  ],
  ['a property of a class', "class P {\nopen = async () => { await page.click('#a'); };\n}"],
])('imports the steps of %s', (_, script) => {
  expect(clicksOf(`${goto}\n${script}`)).toEqual([['3 mapped']]);
});

test('imports the steps of a lambda', () => {
  const script =
    'go = lambda: page.locator("#a").click()\npage.goto("https://portal.example/")\ngo()';
  expect(clicksOf(script, 'python')).toEqual([['1 mapped']]);
});

test.each([
  ['a method of a record', "const api = { async open() {\nawait page.click('#a');\n} };"],
  ['a callback', "await page.reload().then(async () => {\nawait page.click('#a');\n});"],
  ['a callback that returns a step', "await page.reload().then(() =>\npage.click('#a'));"],
  ['a callback for each row', "rows.forEach(async (row) => {\nawait page.click('#a');\n});"],
  ['a promise', "await new Promise(async (done) => {\nawait page.click('#a');\n});"],
  ['a function that is returned', "if (ok) { return async () => {\nawait page.click('#a');\n} }"],
  ['a step in a loop', "for (;;) await test.step('s', async () => {\nawait page.click('#a');\n});"],
  ['a wrapped function', "const go = wrap(async () => {\nawait page.click('#a');\n});"],
  ['a function that is cast', "const go = (async () => {\nawait page.click('#a');\n}) as Go;"],
  ['a class that is a value', "const A = class { async go() {\nawait page.click('#a');\n} };"],
  ['what follows a call', "(async () => {})().catch(async () => {\nawait page.click('#a');\n});"],
  ['a dialog', "page.on('dialog', async (d) => { await d.accept();\nawait page.click('#a');\n});"],
  ['a local function', "const go = async () => {\nawait page.click('#a');\n};\nawait go();"],
])('reports the steps in %s as skipped', (_, lines) => {
  const script = `test('a', async ({ page }) => { ${goto}\n${lines}\n});`;
  expect(clicksOf(script)).toEqual([['3 skipped']]);
});

test('reports the steps of functions next to tests once', () => {
  const script = `const login = async (page) => {
  await page.click('#a');
};
const api = { async open(page) {
  await page.click('#b');
} };
test('a', async ({ page }) => { ${goto} });
test('b', async ({ page }) => { ${goto} });`;
  expect(clicksOf(script)).toEqual([['2 skipped', '5 skipped'], []]);
});

test('reads tests and hooks whose functions have names', () => {
  const script = `const open = async ({ page }) => {
  await page.click('#open');
};
async function pay({ page }) {
  await page.click('#pay');
}
test.beforeEach(open);
test.describe('orders', () => {
  test('pay', pay);
});`;
  const [recording] = importPlaywright(script, 'typescript').recordings;
  expect(recording?.name).toBe('orders pay');
  expect(clicksOf(script)).toEqual([['2 mapped', '5 mapped']]);
});

test.each([
  "await page.evaluate(async () => { await fetch('/'); document.body.click(); });",
  'const names = rows.map((row) => { return row.name.trim(); });',
  "page.once('dialog', async (dialog) => { await dialog.accept(); });",
  "const row = (name) => page.getByRole('row', { name });",
])('gives code without steps no separate lines: %s', (line) => {
  const script = `test('a', async ({ page }) => { ${goto}\n${line}\n});`;
  const [recording] = importPlaywright(script, 'typescript').recordings;
  expect(recording?.report.map((one) => one.line)).toEqual([1, 2]);
});

test.each([
  ['of several variables', "let a = 1,\nb = await page.locator('#a').click();"],
  ['of several functions', "const a = 1,\ngo = async () => { await page.click('#a'); };"],
])('imports the steps %s of one statement', (_, script) => {
  const [recording] = importPlaywright(`${goto}\n${script}`, 'typescript').recordings;
  expect(recording?.report.map(({ line, outcome }) => `${line} ${outcome}`)).toEqual([
    '1 mapped',
    '2 mapped',
    '3 mapped',
  ]);
});

test('reports every step of a switch, a match and a long chain of conditions', () => {
  const cases =
    "switch (a) { case 1:\nawait page.click('#a');\ndefault:\nawait page.click('#b'); }";
  expect(clicksOf(`${goto}\n${cases}`)).toEqual([['3 skipped', '5 skipped']]);
  const match = 'page.goto("https://portal.example/")\nmatch a:\n  case 1:\n    page.click("#a")\n';
  expect(clicksOf(match, 'python')).toEqual([['4 skipped']]);
  const chain = "else if (a) {\nawait page.click('#b');\n} ".repeat(2000);
  const script = `${goto}\nif (a) {\nawait page.click('#a');\n} ${chain}`;
  const before = process.cpuUsage();
  expect(clicksOf(script)[0]).toHaveLength(2001);
  expect(process.cpuUsage(before).user).toBeLessThan(4_000_000);
});

test('reports where it stops reading nested code', () => {
  const script = `${goto}\n${'if (a) {\n'.repeat(41)}await page.click('#a');${'}'.repeat(41)}`;
  const [recording] = importPlaywright(script, 'typescript').recordings;
  const last = recording?.report.at(-1);
  expect(last).toMatchObject({ outcome: 'skipped', step: expect.stringContaining("'#a'") });
});
