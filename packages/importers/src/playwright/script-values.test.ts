import { expect, test } from '@jest/globals';
import { importPlaywright } from './import-playwright.ts';

function importLines(lines: readonly string[], language: 'python' | 'typescript') {
  const isPython = language === 'python';
  const start = "page.goto('https://portal.example/')";
  const body = isPython ? [start, ...lines] : [`await ${start};`, ...lines];
  const [recording] = importPlaywright(body.join('\n'), language).recordings;
  if (!recording) throw new Error('Nothing was imported.');
  const { automation, report } = recording;
  return { automation, inputs: automation.parameters.input_parameters, report: report.slice(1) };
}

const importPython = (...lines: readonly string[]) => importLines(lines, 'python');

/** Returns what is typed, each placeholder replaced by its example. */
function typedBy({ automation, inputs }: ReturnType<typeof importLines>): unknown[] {
  return automation.nodes.map((node) => {
    const { interaction_action } = node as { interaction_action?: Record<string, object> };
    const text = (interaction_action?.['input_text'] as { input_text?: string })?.input_text ?? '';
    return text.replaceAll(/\{(\w+)\[0\]\}/g, (_, name: string) => inputs[name]?.[0] ?? '?');
  });
}

test.each([
  ["creds = {'username': 'ada', 'no': '7'}", "creds['username']", 'ada'],
  ["row = ['a', 'b']", 'row[1]', 'b'],
  ["rows = [{'name': 'Ada'}]", "rows[0]['name']", 'Ada'],
  ["creds = {'username': 'ada'}\nuser = creds['username']", 'user', 'ada'],
  ["a, b = 'x', 'y'", 'b', 'y'],
  ["a = b = 'x'", 'b', 'x'],
  ["a = 'x'\nb = f'{a}1'\na = 'y'", 'b', 'x1'],
  ['n = 5.0', "f'{n}'", '5.0'],
  ['n = 0.00001', "f'{n}'", '1e-05'],
  ['n = 12345678901234567890', "f'{n}'", '12345678901234567890'],
  ["a = 'x'", String.raw`rf'C:\new{a}'`, String.raw`C:\newx`],
])('types the constant of a Python script: %s, %s', (constant, value, typed) => {
  const imported = importPython(constant, `page.locator('#f').fill(${value})`);
  expect(typedBy(imported)).toEqual([typed]);
  expect(imported.report.filter(({ outcome }) => outcome !== 'mapped')).toEqual([]);
});

test.each([
  ["const d = { a: 'x', b: 'y' };", "d['b']", 'y'],
  ["const d = { firstName: 'Ada' };", 'd.firstName', 'Ada'],
  ["const [a, , c] = ['x', 'y', 'z'];", 'c', 'z'],
  ["const { a, b } = { a: 'x', b: 'y' };", 'b', 'y'],
  ["const l = ['x', , 'z'];", 'l[2]', 'z'],
  ['const t = `a\r\nb`;', 't', 'a\nb'],
])('types the constant of a TypeScript script: %s, %s', (constant, value, typed) => {
  const lines = [constant, `await page.locator('#f').fill(${value});`];
  const imported = importLines(lines, 'typescript');
  expect(typedBy(imported)).toEqual([typed]);
  expect(imported.report.filter(({ outcome }) => outcome !== 'mapped')).toEqual([]);
});

test('declares an input for each value that the script does not contain', () => {
  const { automation, inputs, report } = importPython(
    "page.locator('#a').fill(row['user'])",
    "page.locator('#b').fill(row['city'])",
    "page.locator('#c').fill(row['user'])",
    'page.locator("#d").fill(read(1)[0])',
    'page.locator("#e").fill(read(2)[0])',
    'city = read(3)',
    'page.locator("#f").fill(city)',
    'city = read(4)',
    'page.locator("#g").fill(city)',
  );
  const typed = JSON.stringify(automation.nodes).match(/(?<="input_text":")[^"]+/g);
  expect(typed).toEqual([
    '{row_user[0]}',
    '{row_city[0]}',
    '{row_user[0]}',
    '{read_0[0]}',
    '{read_0_2[0]}',
    '{city[0]}',
    '{city_2[0]}',
  ]);
  expect(new Set(Object.values(inputs).flat())).toEqual(new Set(['']));
  const filled = report.filter(({ step }) => step.includes('fill'));
  expect(filled.every(({ outcome }) => outcome === 'approximated')).toBe(true);
});

test.each([
  "page.locator('#f').fill(user['a'] + '-1')",
  'page.get_by_text(f"{page.url}").click()',
  "page.locator('#f').select_option(row[1])",
  'page.get_by_text(row[2]).click()',
  'page.goto(rows[0])',
  'page.keyboard.type(row[0])',
  "page.locator('#f').fill(f'item-{n:03d}')",
  "page.locator('#f').fill(f'{n!r}')",
  "page.locator('#f').fill(f'{n=}')",
])('reports which input has to be passed for a value computed by program code: %s', (line) => {
  const { report, inputs } = importPython('n = 5', line);
  const [name = ''] = Object.keys(inputs);
  expect(report.slice(1)).toMatchObject([
    { outcome: 'approximated', why: expect.stringContaining(`the input ${name}.`) },
  ]);
});

test.each([
  ["d = {'a': 'x'}", "d['a'] = read()", "d['a']"],
  ["d = {'a': 'x'}", 'd.update(other)', "d['a']"],
  ["d = {**other, 'a': 'x'}", 'print(d)', "d['a']"],
  ["l = [*other, 'x']", 'print(l)', 'l[1]'],
  ["a = 'x'", "a += 'y'", 'a'],
  ["a = 'x'", "if ok:\n    a = 'y'", 'a'],
  ["a = 'x'", 'a = read()', 'a'],
  ['a = read()', "a = a + 'y'", 'a'],
])('does not type a value that may have changed: %s; %s', (constant, change, value) => {
  const imported = importPython(constant, change, `page.locator('#f').fill(${value})`);
  expect(typedBy(imported).join('')).not.toMatch(/^x$/);
  expect(imported.report.at(-1)?.outcome).not.toBe('mapped');
});

test('gives the tab its name if another result of the list has none', () => {
  const { automation, report } = importLines(
    [
      "const [, page1] = await Promise.all([page.getByText('Open').click(), page.waitForEvent('popup')]);",
      "await page1.getByText('In').click();",
    ],
    'typescript',
  );
  expect(report.filter(({ outcome }) => outcome !== 'mapped')).toEqual([]);
  expect(automation.nodes).toMatchObject([{ expect_new_tab: true }, {}]);
});
