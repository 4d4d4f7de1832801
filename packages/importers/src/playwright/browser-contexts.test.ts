import { expect, test } from '@jest/globals';
import { importPlaywright } from './import-playwright.ts';

function importText(text: string) {
  const [recording] = importPlaywright(text).recordings;
  if (!recording) throw new Error('Nothing was imported.');
  return { nodes: recording.automation.nodes, report: recording.report };
}

const opened = { interaction_action: { go_to_url: { url: 'about:blank', new_tab: true } } };
const clicked = (command: string) => ({
  interaction_action: { click_element: { command: `locator("${command}")` } },
});
const toTab = (index: number) => ({ interaction_action: { switch_tab: { tab_index: index } } });

const inBothTabs = [
  clicked('#a'),
  opened,
  clicked('#b'),
  toTab(0),
  clicked('#c'),
  toTab(1),
  clicked('#d'),
];
const inTypeScript = (name: string, create: string) => `
  await page.goto('https://portal.example/');
  await page.locator('#a').click();
  const ${name} = await ${create};
  await ${name}.locator('#b').click();
  await page.locator('#c').click();
  await ${name}.locator('#d').click();`;

/** Indented as the body of a block. */
const inPython = `    page.goto("https://portal.example/")
    page.locator("#a").click()
    page1 = context.new_page()
    page1.locator("#b").click()
    page.locator("#c").click()
    page1.locator("#d").click()
`;

test.each([
  [
    'a fixture of a test',
    `test('flow', async ({ page, context }) => {${inTypeScript('page1', 'context.newPage()')}\n});`,
  ],
  [
    'a fixture of a hook',
    `test.beforeEach(async ({ page }) => { await page.waitForLoadState(); });
test('flow', async ({ context }) => {${inTypeScript('other', 'context.newPage()')}\n});`,
  ],
  [
    'given to a test of Jest',
    `it('flow', async () => {${inTypeScript('p2', 'context.newPage()')}\n});`,
  ],
  ['open before the script', inTypeScript('page1', 'context.newPage()')],
  [
    'a fixture of pytest',
    `def test_flow(page: Page, context):
${inPython}`,
  ],
  [
    'the first one of a context',
    `from playwright.sync_api import sync_playwright
with sync_playwright() as p:
    context = p.chromium.launch_persistent_context("profile")
    page = context.pages[0]
${inPython}`,
  ],
])('opens another page in a new tab if page is %s', (_, text) => {
  const { nodes, report } = importText(text);
  expect(nodes).toMatchObject(inBothTabs);
  expect(nodes).toHaveLength(inBothTabs.length);
  expect(report.filter(({ outcome }) => outcome !== 'mapped')).toEqual([]);
});

test.each([
  `test('flow', async ({ page, context }) => {
  await page.goto('https://portal.example/');
  const pagePromise = context.waitForEvent('page');
  await page.locator('#a').click();
  const page1 = await pagePromise;
  const page2 = await context.newPage();
  await page1.locator('#b').click();
  await page2.locator('#c').click();
});`,
  `def test_flow(page, context):
    page.goto("https://portal.example/")
    with context.expect_page() as page1_info:
        page.locator("#a").click()
    page1 = page1_info.value
    page2 = context.new_page()
    page1.locator("#b").click()
    page2.locator("#c").click()
`,
])('counts the tabs that a context waits for: %s', (text) => {
  const { nodes, report } = importText(text);
  expect(nodes).toMatchObject([
    { ...clicked('#a'), expect_new_tab: true },
    opened,
    toTab(1),
    clicked('#b'),
    toTab(2),
    clicked('#c'),
  ]);
  expect(report.filter(({ outcome }) => outcome !== 'mapped')).toEqual([]);
});

const SHARED = 'It shares cookies and logins with the first browser context.';
const start = `from playwright.sync_api import sync_playwright
with sync_playwright() as p:
    browser = p.chromium.launch()
    context = browser.new_context(base_url="https://portal.example")
    page = context.new_page()
    page.goto("/")`;

test.each([
  ['context2 = browser.new_context()', SHARED],
  ['context2 = browser.new_context(locale="fr")', `${SHARED} Its settings are left out.`],
])('reports that a second context is none: %s', (create, why) => {
  const { report, nodes } = importText(`${start}
    ${create}
    page2 = context2.new_page()
    page2.locator("#b").click()
    page3 = context.new_page()`);
  expect(report.slice(-4)).toMatchObject([
    { outcome: 'approximated', why },
    { outcome: 'approximated', why: SHARED },
    { outcome: 'mapped' },
    { outcome: 'mapped' },
  ]);
  expect(nodes).toMatchObject([opened, clicked('#b'), opened]);
});

test.each(['browser.new_page()', 'browser.new_context().new_page()', 'get_context().new_page()'])(
  'reports that a page has no context of its own: %s',
  (create) => {
    const { report } = importText(`${start}\n    page2 = ${create}`);
    expect(report.at(-1)).toMatchObject({ outcome: 'approximated', why: SHARED });
  },
);

test('does not take the base address of another context', () => {
  const { report } = importText(`${start}
    context2 = browser.new_context(base_url="https://other.example")
    page2 = context2.new_page()
    page2.goto("/b")`);
  expect(report.at(-1)).toMatchObject({
    outcome: 'approximated',
    why: expect.stringMatching(/no host/),
  });
});

test('reports the settings of a page that it leaves out', () => {
  const { report } = importText(`from playwright.sync_api import sync_playwright
with sync_playwright() as p:
    page = p.chromium.launch().new_page(is_mobile=True)
    page.goto("https://portal.example/")`);
  const line = report.find((one) => one.line === 3);
  expect(line).toMatchObject({ outcome: 'approximated', why: expect.stringMatching(/is_mobile/) });
});

test('does not take a context of requests for one of the browser', () => {
  const { report } = importText(`test('flow', async ({ page, playwright }) => {
  await page.goto('https://portal.example/');
  const api = await playwright.request.newContext({ baseURL: 'https://api.example' });
});`);
  expect(report.at(-1)).toMatchObject({ outcome: 'skipped' });
});

test('asserts in the tab whose page is read', () => {
  const { nodes } = importText(`
from playwright.sync_api import sync_playwright
with sync_playwright() as p:
    page = p.chromium.launch().new_page()
    page.goto("https://portal.example/")
    with page.expect_popup() as info:
        page.locator("#a").click()
    other = info.value
    other.locator("#b").click()
    assert page.locator("#c").inner_text() == "x"
    assert "done" in other.url
`);
  expect(nodes.slice(-4)).toMatchObject([
    toTab(0),
    { assertion_action: { expect: { command: 'locator("#c")' } } },
    toTab(1),
    { assertion_action: { expect: { assertion: 'to_have_url' } } },
  ]);
});
