import { expect, test } from '@jest/globals';
import { importPlaywright } from './import-playwright.ts';
import { fill, typedBy } from './test/typed-by.ts';

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
  ['import json', 'print(json.dumps(D))', 'x'],
  ['def add(row, /, other):\n    print(other)', 'add(1, D)', 'x'],
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
  ['', 'D.forEach(ok ? change : other);'],
  ['function add(row) { row.name++; }', 'add(D[0]);'],
  ['function add(row) { delete row.name; }', 'add(D[0]);'],
  ['function add(row) { for (row.name of names) print(row); }', 'add(D[0]);'],
  ['function sum(rows) { rows.pop(); }', 'sum(D);'],
  ['function request(rows) { rows.pop(); }', 'request(D);'],
  ['const context = new Rows();', 'context.add(D);'],
  ["import { all } from './rows';", 'all(D);'],
  ['function add(first, rows) { print(rows); }', 'add(...names, D);'],
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
  ['def add(first, /, rows):\n    rows.pop()', 'add(1, D)'],
  ['def add(first, rows):\n    print(rows)', 'add(*names, D)'],
  ['def sorted(rows):\n    rows.pop()', 'sorted(D)'],
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

const changing = `def change():
    D[0]["a"] = "y"

D = [{"a": "x"}]

`;
test.each([
  ['a test', 'def test_a(page):\n    '],
  ['a script', 'with sync_playwright() as p:\n    page = p.chromium.launch().new_page()\n    '],
])('knows what a function before a constant changes: %s', (_, start) => {
  const lines = ['page.goto("https://portal.example/")', 'change()', fill('D[0]["a"]')];
  const { typed, last } = typedBy(`${changing}${start}${lines.join('\n    ')}\n`);
  expect(typed).toBe('');
  expect(last?.outcome).toBe('approximated');
});
