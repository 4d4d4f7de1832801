import { expect, test } from '@jest/globals';
import { importPlaywright } from './import-playwright.ts';

/** Imports a script whose last line types a value. Returns what is typed, and the last line. */
function typedBy(script: string) {
  const isPython = !script.includes('await ');
  const start = `${isPython ? '' : 'await '}page.goto('https://portal.example/')\n`;
  const text = script.includes('page.goto') ? script : `${start}${script}`;
  const [recording] = importPlaywright(text, isPython ? 'python' : 'typescript').recordings;
  if (!recording) throw new Error('Nothing was imported.');
  const { automation, report } = recording;
  const { input_parameters: inputs } = automation.parameters;
  const typed = JSON.stringify(automation.nodes.at(-1)).match(/(?<="input_text":")[^"]*/)?.[0];
  const written = typed === undefined ? undefined : String(JSON.parse(`"${typed}"`));
  return {
    typed: written?.replaceAll(/\{(\w+)\[0\]\}/g, (_, name: string) => inputs[name]?.[0] ?? '?'),
    last: report.findLast(({ step }) => step.includes('fill')),
  };
}

const fill = (value: string) => `page.locator('#f').fill(${value})`;

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

const demo = `const TODO_ITEMS = ['buy some cheese', 'feed the cat', 'book an appointment'] as const;

test.beforeEach(async ({ page }) => {
  await page.goto('https://portal.example/');
});

test('edits', async ({ page }) => {
  const newTodo = page.getByPlaceholder('What needs to be done?');
  await createDefaultTodos(page);
  await checkTodosInLocalStorage(page, TODO_ITEMS[0]);
  await expect(page.getByTestId('todo-title')).toHaveText([TODO_ITEMS[0], TODO_ITEMS[1]]);
  await page.locator('#f').fill(TODO_ITEMS[2]);
});

async function createDefaultTodos(page: Page) {
  const newTodo = page.getByPlaceholder('What needs to be done?');
  for (const item of TODO_ITEMS) {
    await newTodo.fill(item);
    await newTodo.press('Enter');
  }
}

async function checkTodosInLocalStorage(page: Page, title: string) {
  console.log(TODO_ITEMS, TODO_ITEMS.length);
  return await page.waitForFunction((t) => {
    return JSON.parse(localStorage['todos']).map((todo: any) => todo.title).includes(t);
  }, title);
}
`;

test('types the constants that functions of the file only read', () => {
  const [recording] = importPlaywright(demo, 'typescript').recordings;
  const { report = [], automation } = recording ?? {};
  expect(report.find(({ step }) => step.includes('#f'))).toMatchObject({ outcome: 'mapped' });
  expect(JSON.stringify(automation?.nodes)).toContain('"feed the cat"');
  expect(automation?.parameters.input_parameters).toEqual({
    todo_items_2: ['book an appointment'],
  });
});

/** Code of a file that does not change its constants. */
const harmless: readonly (readonly [string, string, string])[] = [
  [
    'async function add(page) { for (const u of D) await page.press("#n", u.name); }',
    '',
    'D[0].name',
  ],
  ['async function add(page) { await login(page, D[0].name, D[0].pin); }', '', 'D[0].name'],
  ['const add = async (page) => { D.forEach((u) => console.log(u)); };', '', 'D[0].name'],
  ['const names = () => D.map(({ name }) => name).join();', '', 'D[0].name'],
  ['function show(rows) { print(`${rows.length} ${rows[0].name}`); }', 'show(D);', 'D[0].name'],
  [
    'function show(rows) { if (rows[0] === D[0]) other(rows); }\nfunction other(r) { expect(r).toEqual([]); }',
    'show(D);',
    'D[0].name',
  ],
  ['', 'await login(page, D[0].name, D[0]["pin"]);', 'D[0].name'],
  ['class Login { async open(page) { await page.press("#a", D[0].name); } }', '', 'D[0].name'],
  ['function log(...all) { console.log(...all); }', 'log("start", D);', 'D[0].name'],
  ['const upper = (rows) => rows.map((row) => row.name.toUpperCase());', 'upper(D);', 'D[0].name'],
  ['', 'const shown = D[0].name.trim();', 'D[0].name'],
  ['', 'await expect(page.locator("li")).toHaveText(JSON.stringify(D));', 'D[0].name'],
  ['const sum = () => D.reduce((all, one) => all + one.pin, 0);', '', 'D[0].name'],
  [
    'type User = (typeof D)[number];\nfunction is(u: User) { return D.includes(u); }',
    '',
    'D[0].name',
  ],
];

test.each(harmless)('types what is only read: %s %s', (outside, inside, value) => {
  const { typed, last } = typedBy(`const D = [{ name: 'x', pin: '1' }];
${outside}
test('a', async ({ page }) => {
  await page.goto('https://portal.example/');
  ${inside}
  await ${fill(value)};
});`);
  expect(typed).toBe('x');
  expect(last?.outcome).toBe('mapped');
});

test.each([
  ['def add(page):\n    for t in D:\n        page.press("#n", t["name"])', '', 'x'],
  ['def add(page):\n    for i, t in enumerate(D):\n        print(f"{i} {t}", len(D))', '', 'x'],
  ['def add(page, rows):\n    assert rows[0]["name"] in str(rows)', 'add(page, rows=D)', 'x'],
  ['def add(page, name):\n    other(name)', 'add(page, D[0]["name"])', 'x'],
  ['def add(page):\n    return [one.upper() for one in T]', '', 'x'],
  ['', 'expect(page.locator("li")).to_have_count(len(D))', 'x'],
])('types what is only read: %s %s', (outside, inside, typed) => {
  const script = `D = [{"name": "x"}]
T = ["a"]

${outside}

def test_a(page):
    page.goto("https://portal.example/")
    ${inside === '' ? 'pass' : inside}
    ${fill('D[0]["name"]')}
`;
  expect(typedBy(script)).toMatchObject({ typed, last: { outcome: 'mapped' } });
});

/** Code of a file that may change its constants. */
const harmful: readonly (readonly [string, string])[] = [
  ['function add() { D.push({}); }', ''],
  ['function add() { D[0].name = "y"; }', ''],
  ['function add() { D[0].n++; }', ''],
  ['function add() { delete D[0].name; }', ''],
  ['function add() { for (const one of D) one.name = "y"; }', ''],
  ['function add() { for (const [i, one] of D.entries()) one.name = i; }', ''],
  ['function add() { D.forEach((one) => { one.name = "y"; }); }', ''],
  ['function add() { D.forEach((one, i, all) => { all.pop(); }); }', ''],
  ['function add() { D.forEach(change); }', ''],
  ['function add() { const [one] = D; change(one); }', ''],
  ['function add() { const one = D[0]; one.name = "y"; }', ''],
  ['function add() { const all = [...D]; all[0].name = "y"; }', ''],
  ['function add() { const all = [D]; all[0][0].name = "y"; }', ''],
  ['let kept; function add() { kept = D; }', 'kept[0].name = "y";'],
  ['function all() { return D; }', 'all()[0].name = "y";'],
  ['function add() { (ok ? D : [])[0].name = "y"; }', ''],
  ['function add() { (D || [])[0].name = "y"; }', ''],
  ['function add() { change({ D }); }', ''],
  ['function add() { change(...D); }', ''],
  ['function add(rows = D) { rows.sort(); }', ''],
  ['function add() { Object.assign(D[0], { name: "y" }); }', ''],
  ['function add(rows) { rows[0].name = "y"; }', 'add(D);'],
  ['function add(rows) { other(rows); }\nfunction other(r) { r.pop(); }', 'add(D);'],
  ['function add(...rows) { rows[0][0].name = "y"; }', 'add(D);'],
  ['function add() { arguments[0].pop(); }', 'add(D);'],
  ['function add(rows) { return rows; }', 'add(D)[0].name = "y";'],
  ['function add(rows) { print(rows); }\nadd = change;', 'add(D);'],
  ['class Rows { add() { D.pop(); } }', 'new Rows().add();'],
  ['', 'D.forEach(change);'],
  ['const add = () => D.reduce((all, one) => { one.name = "y"; }, 0);', ''],
  ['', 'change(D[0]);'],
  ['', 'change(D[i]);'],
  ['', 'const one = ok ? D[0] : x; one.name = "y";'],
];

test.each(harmful)('does not type what may have changed: %s %s', (outside, inside) => {
  const { typed, last } = typedBy(`const D = [{ name: 'x', pin: '1' }];
${outside}
test('a', async ({ page }) => {
  await page.goto('https://portal.example/');
  ${inside}
  await ${fill('D[0].name')};
});`);
  expect(typed).toBe('');
  expect(last?.outcome).toBe('approximated');
});

test.each([
  ['def add():\n    D.append({})', ''],
  ['def add():\n    for one in D:\n        one["name"] = "y"', ''],
  ['def add():\n    for i, one in enumerate(D):\n        one.update(o)', ''],
  ['def add():\n    for i, *rest in [D]:\n        rest[0]["name"] = "y"', ''],
  ['def add():\n    a, b = D\n    change(a)', ''],
  ['def add():\n    global kept\n    kept = D', 'kept[0]["name"] = "y"'],
  ['def add():\n    return [change(one) for one in D]', ''],
  ['def add(rows=D):\n    del rows[0]', ''],
  ['if ok:\n    kept = D', 'kept[0]["name"] = "y"'],
  ['def add(page, rows):\n    rows.clear()', 'add(page, rows=D)'],
  ['def add(*rows):\n    rows[0].clear()', 'add(D)'],
  ['def add():\n    old = D[0].pop("name")', ''],
])('does not type what may have changed: %s %s', (outside, inside) => {
  const script = `D = [{"name": "x"}]

${outside}

def test_a(page):
    page.goto("https://portal.example/")
    ${inside === '' ? 'pass' : inside}
    ${fill('D[0]["name"]')}
`;
  expect(typedBy(script)).toMatchObject({ typed: '', last: { outcome: 'approximated' } });
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
])('does not take a constant of the file for %s', (_what, script) => {
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

/** A class of tests, as pytest runs them. */
const inClass = (attributes: string, lines: string): string => `USER = "module"

class TestOrders:
    ${attributes}

    def test_a(self, page):
        page.goto("https://portal.example/")
        ${lines}
`;

test.each([
  ['USER = "x"', 'self.USER', 'x'],
  ['USER: str = "x"', 'f"{self.USER}@b"', 'x@b'],
  ['USER = "x"', 'USER', 'module'],
  ['USER = "x"\n    MAIL = USER + "@b"', 'self.MAIL', 'x@b'],
  ['ROWS = [{"a": "x"}]', 'self.ROWS[0]["a"]', 'x'],
  ['BASE = "x"\n    def setup_method(self):\n        print(self.BASE)', 'self.BASE', 'x'],
])('types the attributes of a class of tests: %s; %s', (attributes, value, typed) => {
  const script = inClass(attributes, fill(value));
  expect(typedBy(script)).toMatchObject({ typed, last: { outcome: 'mapped' } });
});

test.each([
  ['USER = "x"\n    def setup_method(self):\n        self.USER = read()', 'self.USER', ''],
  ['USER = "x"\n    def change(self):\n        type(self).USER = "y"', 'self.USER', ''],
  ['ROWS = [{"a": "x"}]\n    def change(self):\n        self.ROWS.pop()', 'self.ROWS[0]["a"]', ''],
  ['ROWS = [{"a": "x"}]', 'self.ROWS[0]["a"]', 'change(self.ROWS)'],
  ['ROWS = [{"a": "x"}]', 'self.ROWS[0]["a"]', 'TestOrders.ROWS[0].update(o)'],
  ['ROWS = [{"a": "x"}]', 'self.ROWS[0]["a"]', 'rows = self.ROWS\n        rows[0]["a"] = "y"'],
  ['ROWS = [{"a": "x"}]', 'self.ROWS[0]["a"]', 'self.ROWS[0]["a"] = "y"'],
])('does not type what a class may change: %s; %s; %s', (attributes, value, before) => {
  const script = inClass(attributes, `${before || 'pass'}\n        ${fill(value)}`);
  expect(typedBy(script)).toMatchObject({ typed: '', last: { outcome: 'approximated' } });
});

test('takes no name of the file for a member of a class', () => {
  const script = inClass('pass', 'row = page.get_by_role("row")\n        self.row.click()');
  const [recording] = importPlaywright(script, 'python').recordings;
  expect(recording?.report.at(-1)).toMatchObject({ outcome: 'skipped' });
});

test('takes the attributes of a class for those of no other class', () => {
  const script = `class One:
    user = "x"

    def run(self, page):
        page.goto("https://portal.example/")

class Other(Base):
    def run(self, page):
        page.locator("#f").fill(self.user)
`;
  expect(typedBy(script)).toMatchObject({ typed: '', last: { outcome: 'approximated' } });
});

test('knows how many elements a list has', () => {
  const script = `const D = ['a', 'b'];\nawait ${fill('`${D.length}`')}`;
  expect(typedBy(script)).toMatchObject({ typed: '2', last: { outcome: 'mapped' } });
});
