import { expect, test } from '@jest/globals';
import { importPlaywright } from './import-playwright.ts';

function importBody(...lines: readonly string[]) {
  const body = ["await page.goto('https://portal.example/');", ...lines];
  const text = `import { test, expect } from '@playwright/test';\ntest('flow', async ({ page }) => {\n${body.join('\n')}\n});`;
  const [recording] = importPlaywright(text).recordings;
  if (!recording) throw new Error('Nothing was imported.');
  const { automation, report, warnings } = recording;
  return { automation, nodes: automation.nodes, report: report.slice(1), warnings };
}

const click = (command: string, more: object = {}) =>
  expect.objectContaining({ interaction_action: { click_element: { command } }, ...more });

test('writes locators in Python notation', () => {
  const { nodes } = importBody(
    "await page.getByRole('row', { name: /a\\d/i }).getByRole('button', { name: 'Save', exact: true }).click();",
    "await page.locator('tr').filter({ hasText: 'Ada', has: page.getByText('x') }).first().click();",
    "await page.locator('iframe[name=\"f\"]').contentFrame().getByLabel('It\\'s').nth(2).click();",
    'const save = page.getByTestId("save"); await save.click();',
  );
  expect(nodes).toEqual([
    click(
      'get_by_role("row", name=re.compile("a\\\\d", re.IGNORECASE)).get_by_role("button", name="Save", exact=True)',
    ),
    click('locator("tr").filter(has_text="Ada", has=get_by_text("x")).first'),
    click('locator("iframe[name=\\"f\\"]").content_frame.get_by_label("It\'s").nth(2)'),
    click('get_by_test_id("save")'),
  ]);
});

test.each([
  [
    "frameLocator('div >> internal:has-text=/^Chat by$/i >> iframe').getByLabel('Name')",
    'locator("div").filter(has_text=re.compile("^Chat by$", re.IGNORECASE)).frame_locator("iframe").get_by_label("Name")',
  ],
  [
    'locator(\'internal:role=button[name="Save \\\\"all\\\\""s] >> nth=1\')',
    'get_by_role("button", name="Save \\"all\\"", exact=True).nth(1)',
  ],
  ['locator(\'internal:label="Name"i\')', 'get_by_label("Name")'],
  ['locator(\'internal:text="Name"s\')', 'get_by_text("Name", exact=True)'],
  [
    'locator(\'form >> internal:attr=[placeholder="Name"i]\')',
    'locator("form").get_by_placeholder("Name")',
  ],
  ['locator(\'internal:testid=[data-testid="save"s]\')', 'get_by_test_id("save")'],
])('reads the engine selectors of earlier codegen: %s', (found, command) => {
  expect(importBody(`await page.${found}.click();`).nodes).toEqual([click(command)]);
});

test.each(['internal:chain="x"', 'internal:role=button[pressed=true]', 'internal:text=/x/y'])(
  'skips an engine selector that it does not know: %s',
  (selector) => {
    const { nodes, report } = importBody(
      `await page.locator(${JSON.stringify(selector)}).click();`,
    );
    expect(nodes).toEqual([]);
    expect(report).toMatchObject([{ outcome: 'skipped' }]);
  },
);

test('imports tabs, downloads and dialogs', () => {
  const { automation, nodes } = importBody(
    "const page1Promise = page.waitForEvent('popup');",
    "await page.getByText('Open').click();",
    'const page1 = await page1Promise;',
    "await page1.getByText('In').click();",
    "page.once('dialog', dialog => { console.log(dialog.message()); dialog.dismiss().catch(() => {}); });",
    "await page.getByText('Out').click();",
    "const downloadPromise = page.waitForEvent('download');",
    "await page.getByText('CSV').click();",
    'const download = await downloadPromise;',
    "await download.saveAs('/tmp/orders.csv');",
  );
  expect(nodes).toEqual([
    click('get_by_text("Open")', { expect_new_tab: true }),
    click('get_by_text("In")'),
    expect.objectContaining({ interaction_action: { switch_tab: { tab_index: 0 } } }),
    click('get_by_text("Out")', { dialog: { accept: false } }),
    expect.objectContaining({
      interaction_action: {
        click_element: {
          command: 'get_by_text("CSV")',
          expect_download: true,
          download_filename: 'orders.csv',
        },
      },
    }),
  ]);
  expect(automation['expected_downloads']).toBe(1);
});

test('declares typed values, secrets and environment variables', () => {
  const { automation, nodes, report } = importBody(
    "await page.getByLabel('Email').fill('ada@portal.example');",
    "await page.getByLabel('Password').fill('hunter22');",
    "await page.fill('#code', process.env.LOGIN_PASSWORD!);",
    "const total = await page.locator('#total').innerText();",
    "await page.getByLabel('Note').fill(`total ${total}`);",
  );
  expect(automation.parameters).toEqual({
    input_parameters: { email: ['ada@portal.example'] },
    generated_parameters: { total: [] },
    secure_parameters: { password: [], login_password: [] },
  });
  expect(JSON.stringify([automation, report])).not.toContain('hunter22');
  expect(JSON.stringify(nodes.at(-1))).toContain('total {total[0]}');
});

test('recognises password fields by their masks and by names in the script', () => {
  const { automation, report } = importBody(
    "const secretField = page.locator('#f1');",
    "await secretField.fill('hunter22');",
    "await page.getByPlaceholder('••••••').fill('hunter23');",
    "await expect(page.getByPlaceholder('••••••')).toHaveValue('hunter23');",
    'await expect(secretField).toBeVisible();',
  );
  expect(automation.parameters.input_parameters).toEqual({});
  expect(Object.keys(automation.parameters.secure_parameters)).toHaveLength(2);
  expect(JSON.stringify([automation, report])).not.toMatch(/hunter2/);
  expect(report.map(({ outcome }) => outcome)).toEqual([
    'mapped',
    'mapped',
    'mapped',
    'skipped',
    'mapped',
  ]);
});

test('turns expectations into nodes', () => {
  const { nodes } = importBody(
    "await expect(page.getByRole('heading')).toBeVisible();",
    "await expect(page.locator('.row')).not.toHaveCount(0);",
    "await expect(page.locator('h1')).toHaveText(/order \\d+/i);",
    "await expect(page).toHaveURL('**/orders?*');",
    "expect(await page.title()).toBe('Orders');",
    "await expect(page.getByLabel('x')).toBeFocused();",
    "await expect(page.locator('p')).toBeAttached();",
    "await expect(page.locator('p')).toBeAttached({ attached: false });",
    "await expect(page.locator('p')).not.toBeAttached({ attached: false });",
  );
  const expectations = nodes.map((node) =>
    'assertion_action' in node ? (node.assertion_action as { expect: object }).expect : node,
  );
  expect(expectations).toMatchObject([
    { assertion: 'to_be_visible' },
    { assertion: 'to_have_count', expected: 0, is_negated: true },
    { assertion: 'to_have_text', expected: String.raw`(?i:order \d+)`, match: 'regex' },
    { assertion: 'to_have_url', match: 'regex' },
    { assertion: 'to_have_title', expected: 'Orders' },
    { command: 'get_by_label("x").and_(locator(":focus"))', expected: 1 },
    { assertion: 'to_have_count', expected: 0, is_negated: true },
    { assertion: 'to_have_count', expected: 0, is_negated: false },
    { assertion: 'to_have_count', expected: 0, is_negated: true },
  ]);
});

test('reports that HTML is read as text', () => {
  const { nodes, report } = importBody("const html = await page.locator('#x').innerHTML();");
  expect(nodes).toHaveLength(1);
  expect(report).toMatchObject([{ outcome: 'approximated', why: expect.stringMatching(/HTML/) }]);
});

test('reports every statement of a program that it cannot import', () => {
  const { nodes, report } = importBody(
    'for (const row of rows) { await page.click("a"); if (row) { await page.click("b"); } }',
    'await helper(page);',
  );
  expect(nodes).toEqual([]);
  expect(report.map(({ line, outcome }) => `${line} ${outcome}`)).toEqual([
    '4 skipped',
    '4 skipped',
    '4 skipped',
    '4 skipped',
    '5 skipped',
  ]);
});

test('imports each test with its hooks', () => {
  const text = `import { test } from '@playwright/test';
test.describe('orders', () => {
  test.beforeEach(async ({ page }) => { await page.goto('https://portal.example/'); });
  test('one', async ({ page }) => { await page.getByText('a').click(); });
  test('two', async ({ page }) => { await page.getByText('b').click(); });
});`;
  const { recordings } = importPlaywright(text);
  expect(recordings.map(({ name }) => name)).toEqual(['orders one', 'orders two']);
  expect(recordings.map(({ automation }) => [automation.url, automation.nodes.length])).toEqual([
    ['https://portal.example/', 1],
    ['https://portal.example/', 1],
  ]);
});

test('imports what codegen writes in Python', () => {
  const text = `import re
from playwright.sync_api import Playwright, sync_playwright, expect

def run(playwright: Playwright) -> None:
    browser = playwright.chromium.launch(headless=False)
    context = browser.new_context(locale="de-AT")
    page = context.new_page()
    page.goto("https://portal.example/")
    with page.expect_popup() as page1_info:
        page.get_by_role("link", name=re.compile(r"open", re.I)).click()
    page1 = page1_info.value
    page1.get_by_label("Country").select_option(["at", "de"])
    page1.close()
    page.get_by_text("x").click(button="right")
    assert "orders" in page.url
    context.close()
    browser.close()

with sync_playwright() as playwright:
    run(playwright)
`;
  const { kind, recordings } = importPlaywright(text);
  const [recording] = recordings;
  expect(kind).toBe('playwright-python');
  expect(recording?.report.filter(({ outcome }) => outcome !== 'mapped')).toEqual([]);
  expect(recording?.automation['browser_settings']).toEqual({ locale: 'de-AT' });
  expect(recording?.automation.nodes).toMatchObject([
    {
      interaction_action: {
        click_element: { command: 'get_by_role("link", name=re.compile("open", re.I))' },
      },
      expect_new_tab: true,
    },
    { interaction_action: { select_option: { select_values: ['at', 'de'] } } },
    { interaction_action: { close_current_tab: {} } },
    { interaction_action: { switch_tab: { tab_index: 0 } } },
    { interaction_action: { click_element: { button: 'right' } } },
    { assertion_action: { expect: { assertion: 'to_have_url', match: 'regex' } } },
  ]);
});

test('keeps passwords in addresses and settings out of the report', () => {
  const { report } = importBody(
    "await page.goto('https://user:hunter2@portal.example/a');",
    "const context = await browser.newContext({ httpCredentials: { username: 'u', password: 'tern77' } });",
  );
  expect(JSON.stringify(report)).not.toMatch(/hunter2|tern77/);
  expect(report[0]?.step).toContain('https://…@portal.example/a');
});

test('keeps passwords typed with the keyboard out of everything, based on the focused field', () => {
  const imported = importBody(
    "await page.locator('#password').click();",
    "await page.keyboard.type('hunter2');",
    "await page.locator('#user').fill('ada');",
    "await page.keyboard.press('Tab');",
    "await page.keyboard.type('tern77');",
    "await page.locator('#note').click();",
    "await page.keyboard.type('plain text');",
    "await page.locator('#login').press('Tab');",
    "await page.keyboard.type('gull31');",
    "await page.locator('#password').fill(`crow55-${process.env.SUFFIX}`);",
  );
  expect(JSON.stringify(imported)).not.toMatch(/hunter2|tern77|gull31|crow55/);
  expect(imported.automation).toMatchObject({
    parameters: {
      input_parameters: { user: ['ada'], note: ['plain text'] },
      secure_parameters: { password: [], password_2: [] },
    },
  });
});

test('expects a download only from a click, and never from a click after the step that began it', () => {
  const { nodes, report } = importBody(
    "const downloadPromise = page.waitForEvent('download');",
    "await page.keyboard.press('Enter');",
    'const download = await downloadPromise;',
    "await page.getByText('Next').click();",
  );
  expect(report.map(({ outcome }) => outcome)).toEqual([
    'mapped',
    'approximated',
    'mapped',
    'mapped',
  ]);
  expect(nodes.at(-1)).toEqual(click('get_by_text("Next")'));
  expect(JSON.stringify(nodes)).not.toContain('expect_download');
});

test('begins each test with the hooks before it, and reports every other statement', () => {
  const text = `import { test } from '@playwright/test';
    test.describe.configure({ mode: 'serial' });
    test.beforeAll(async ({ page }) => { await page.goto('https://portal.example/'); });
    test.afterEach(async ({ page }) => { await page.getByText('Sign out').click(); });
    async function help(page) { await page.getByText('Help').click(); }
    for (const name of ['a', 'b']) {
      test(name, async ({ page }) => { await page.getByText('Loop').click(); });
    }
    test('one', async ({ page }) => { await page.getByText('One').click(); });
    test('two', async ({ page }) => { await page.getByText('Two').click(); });`;
  const [one, two] = importPlaywright(text).recordings;
  expect(one?.automation.url).toBe('https://portal.example/');
  expect(one?.automation.nodes).toEqual([click('get_by_text("One")')]);
  const skipped = one?.report.filter(({ outcome }) => outcome === 'skipped') ?? [];
  const lines = skipped.map(({ line, step }) => [line, step.replace(/ .*/, '')]);
  expect(lines).toMatchObject([
    [4, expect.anything()],
    [4, expect.anything()],
    [5, 'async'],
    [5, expect.anything()],
    [6, 'for'],
    [7, expect.anything()],
    [7, expect.anything()],
  ]);
  expect(two?.automation.nodes).toEqual([click('get_by_text("Two")')]);
  expect(two?.report.filter(({ outcome }) => outcome === 'skipped')).toEqual([]);
});
