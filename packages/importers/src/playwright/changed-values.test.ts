import { expect, test } from '@jest/globals';
import { fill, typedBy } from './test/typed-by.ts';

const unsure: readonly (readonly [string, string])[] = [
  // Python: parts of a list
  ["a, *rest = ['a', 'b', 'c']", 'rest'],
  ["last = 'x'\nfirst, *rest, last = ['a', 'b', 'c', 'd', 'e']", 'last'],
  ["b = 'x'\n[a, *b] = read()", 'b'],
  ["c = 'x'\n(a, (b, c)) = read()", 'c'],
  ["row = ['a', 'b']", 'row[0:1]'],
  ["row = ['a', 'b']", 'row[:1]'],
  ["row = {'a': 'b'}", "row['a', 'c']"],
  // Python: backslashes before values
  ["x = 'n'", String.raw`rf'a\{x}'`],
  ["x = 'n'", String.raw`f'a\{x}'`],
  ["x = 'n'", String.raw`rf"C:\Users\{x}"`],
  // Python: names that get another value
  ["a = 'x'\nfor a in ['a', 'b']:\n    print(a)", 'a'],
  ["a = 'x'\nwith open(p) as a:\n    pass", 'a'],
  ["a = 'x'\ntry:\n    print(1)\nexcept E as a:\n    pass", 'a'],
  ["a = 'x'\nif (a := read()):\n    pass", 'a'],
  ["a = 'x'\nprint(a := read())", 'a'],
  ["a = 'x'\nmatch y:\n    case [a]:\n        pass", 'a'],
  ["a = 'x'\nif ok:\n    del a", 'a'],
  ["a = 'x'\nfrom settings import a", 'a'],
  // Python: lists and records that change
  ["d = {'a': 'x'}\nif ok:\n    d.update(o)", "d['a']"],
  ["d = {'a': 'x'}\nfor one in [d]:\n    one['a'] = read()", "d['a']"],
  ["d = {'a': 'x'}\nd2 = d\nd2['a'] = read()", "d['a']"],
  ["d = {'a': 'x'}\nd2 = d\nd3 = [d2]\nd3[0]['a'] = read()", "d['a']"],
  ["d = {'a': 'x'}\nload(d)", "d['a']"],
  ["d = {'a': 'x'}\nn = load(d)", "d['a']"],
  ["d = {'a': 'x'}\npage.get_by_text(load(d)).click()", "d['a']"],
  ["d = {'a': 'x'}\nold = d.pop('a')", "d['a']"],
  // TypeScript
  ["let a = 'x';\nawait rows.forEach(r => { a = r; });", 'a'],
  ["const d = { a: 'x' };\nawait Object.assign(d, o);", 'd.a'],
  ["let c = 'x';\nfor (c of rows) {}\nawait go();", 'c'],
  ["let a = 'x';\n(a = 'y');\nawait go();", 'a'],
  ["let a = 'x';\nlet b = a = read();\nawait go();", 'a'],
  ["const b = 'x';\nawait go();\nlet a = 'z', b = read();", 'b'],
  ['let n = 1;\nn++;\nawait go();', 'n'],
  ['let n = 1;\nawait go(++n);', 'n'],
  ["const d = { a: 'x' };\ndelete d.a;\nawait go();", 'd.a'],
  ["const { a: b } = { a: 'x', b: 'y' };\nawait go();", 'b'],
  ["const { a = 'z' } = await read();", 'a'],
  ["let a = 'x';\nconst set = () => { a = 'y'; };\na = 'z';\nset();\nawait go();", 'a'],
  ["let a = 'x';\nconst set = () => { [a] = read(); };\na = 'z';\nset();\nawait go();", 'a'],
  ['let n = 1;\nfunction set() { n++; }\nn = 2;\nset();\nawait go();', 'n'],
  ["a = 'x'\ndef change():\n    global a\n    a = 'y'\na = 'z'\nchange()", 'a'],
  ["const a = 'x';\nawait test.step('s', async ({ a }) => { await page.reload(); });", 'a'],
];

test.each(unsure)('does not type what may have another value: %s; %s', (script, value) => {
  const isScript = script.includes('await ');
  const { typed, last } = typedBy(`${script}\n${isScript ? 'await ' : ''}${fill(value)}`);
  expect(typed).toBe('');
  expect(last?.outcome).toBe('approximated');
});

const outside = `user = 'x'

`;
const goto = "    page.goto('https://portal.example/')\n";
test.each([
  ['a parameter', `${outside}def test_a(page, user):\n${goto}    ${fill('user')}\n`],
  [
    'a parameter of a plain function',
    `${outside}def run(page, user):\n${goto}    ${fill('user')}\n`,
  ],
  [
    'a variable of another function',
    `def other(page):\n${goto}    user = 'y'\n\ndef run(page):\n    ${fill('user')}\n`,
  ],
  [
    'what a function of the file assigns',
    `${outside}def change():\n    global user\n    user = read()\n\ndef test_a(page):\n${goto}    change()\n    ${fill('user')}\n`,
  ],
  [
    'what a branch outside the tests assigns',
    `${outside}if ci:\n    user = read()\n\ndef test_a(page):\n${goto}    ${fill('user')}\n`,
  ],
])('does not mistake a constant of the file for %s', (_what, script) => {
  const { typed, last } = typedBy(script);
  expect(typed).toBe('');
  expect(last?.outcome).toBe('approximated');
});

test.each([
  ["a = 'x'\nif ok:\n    print(a)", 'a', 'x'],
  ["d = {'a': 'x'}\nprint(d)\nexpect(page.locator('h1')).to_have_text(d['a'])", "d['a']", 'x'],
  ["rows = [{'a': 'x'}, {'a': 'y'}]\nrow = rows[0]\nrow = rows[1]", "row['a']", 'y'],
  ["x = 'n'", String.raw`rf'a\\{x}'`, String.raw`a\\n`],
  ["const a = 'x';\nawait page.route('**', (route) => route.abort());", 'a', 'x'],
  ["const { a, b } = { a: 'x', b: 'y' };\nawait page.reload();", 'b', 'y'],
])('still types what cannot have changed: %s; %s', (script, value, typed) => {
  const line = `${script.includes('await ') ? 'await ' : ''}${fill(value)}`;
  expect(typedBy(`${script}\n${line}`)).toMatchObject({ typed, last: { outcome: 'mapped' } });
});

test('follows a variable that its function declares itself', () => {
  const script = `(async () => {
    await page.goto('https://portal.example/');
    let a = 'w';
    a = 'x';
    await ${fill('a')};
  })();`;
  expect(typedBy(script)).toMatchObject({ typed: 'x', last: { outcome: 'mapped' } });
});

test('knows how many elements a list has', () => {
  const script = `const D = ['a', 'b'];\nawait ${fill('`${D.length}`')}`;
  expect(typedBy(script)).toMatchObject({ typed: '2', last: { outcome: 'mapped' } });
});

const rows = "rows = ['a', 'b']\n";
const list = "const rows = ['a', 'b'];\n";
test.each([
  'flag && rows.unshift("c");',
  'const x = rows.shift() || "none";',
  'const x = rows.shift() ?? "none";',
  'rows.unshift("c") - 1;',
  '!rows.shift();',
  'void rows.shift();',
  'f(), rows.shift();',
  '[...rows.splice(0, 1)];',
  'const x = { ...rows.shift() };',
  'const x = { [rows.shift()]: 1 };',
  'new Shuffler(rows);',
  'const other = f(x = rows);',
  'const a = rows ?? []; a[0] = "c";',
  'tag`${rows}`;',
  'class A { static r = rows } A.r.shift();',
  'const f = () => rows.shift(); f();',
])('does not type from a list after %s', (line) => {
  expect(typedBy(`${list}${line}\nawait ${fill('rows[0]')}`).typed).not.toBe('a');
});

test.each([
  'flag and rows.pop(0)',
  'x = rows.pop(0) or "c"',
  '[r.insert(0, "c") for r in [rows]]',
  'x = f"{rows.pop(0):>5}"',
  'assert not rows.pop(0)',
  'x = rows.pop(0) == "a"',
  'x = y[rows.pop(0):]',
  'x = {rows.pop(0)}',
])('does not type from a list after %s', (line) => {
  expect(typedBy(`${rows}${line}\n${fill('rows[0]')}`).typed).not.toBe('a');
});

test.each([
  ['const x = rows.length - 1;', list],
  ["const x = rows[1] || 'none';", list],
  ["const x = !rows.includes('a');", list],
  ['const x = [...rows];', list],
  ['const x = new Date();', list],
  ['const x = rows as readonly string[];', list],
  ['x = [r.upper() for r in rows]', rows],
  ['assert len(rows) == 2', rows],
  ['x = rows[0:1]', rows],
])('still types from a list after %s', (line, start) => {
  const script = `${start}${line}\n${start === list ? 'await ' : ''}${fill('rows[0]')}`;
  expect(typedBy(script)).toMatchObject({ typed: 'a', last: { outcome: 'mapped' } });
});

const inTest = (lines: string) => `test('a', async ({ page }) => {\n${lines}\n});`;
const asScript = (lines: string) => lines;
const later = [
  "const add = () => { rows.unshift('c'); };",
  "const api = { add() { rows.unshift('c'); } };",
  "page.on('load', () => rows.unshift('c'));",
  "class A { add() { rows.unshift('c'); } }",
  'function add() { rows.pop(); }',
];
test.each(later.flatMap((line) => [[line, asScript] as const, [line, inTest] as const]))(
  'knows what functions before a list may change: %s',
  (line, place) => {
    const lines = [line, list, "await page.goto('https://portal.example/');", 'await api.add();'];
    expect(typedBy(place([...lines, `await ${fill('rows[0]')}`].join('\n'))).typed).toBe('');
  },
);

test('notices that a constant declared before a list may change the list', () => {
  const body = inTest(`await page.goto('https://portal.example/');\nawait ${fill('rows[0]')}`);
  expect(typedBy(`${later[1]}\n${list}\n${body}`).typed).toBe('');
});

test('reads long chains of assignments in linear time', () => {
  const names = Array.from({ length: 4000 }, (_, at) => `y${at} = `).join('');
  const before = process.cpuUsage();
  typedBy(`rows = ['a']\nif ok:\n    ${names}rows\n${fill('rows[0]')}`);
  expect(process.cpuUsage(before).user).toBeLessThan(3_000_000);
});
