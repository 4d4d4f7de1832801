import { expect, test } from '@jest/globals';
import { importPlaywright } from './import-playwright.ts';

test('reports functions called elsewhere or again, trial clicks and case-insensitive text', () => {
  const text = `from playwright.sync_api import sync_playwright, expect

def login(page):
    page.get_by_text("Sign in").click()

def run(playwright):
    browser = playwright.chromium.launch()
    page = browser.new_page()
    page.goto("https://portal.example/")
    login(page)
    page.get_by_text("Pay").click(trial=True)
    expect(page.locator("h1")).to_have_text("done", ignore_case=True)
    login(page)

with sync_playwright() as playwright:
    run(playwright)
`;
  const [recording] = importPlaywright(text).recordings;
  const odd = recording?.report.filter(({ outcome }) => outcome !== 'mapped');
  expect(odd).toMatchObject([
    { line: 10, outcome: 'approximated', why: expect.stringMatching(/move them here/) },
    { line: 11, outcome: 'approximated', why: expect.stringMatching(/trial/) },
    { line: 12, outcome: 'approximated', why: expect.stringMatching(/case/) },
    { line: 13, outcome: 'skipped', why: expect.stringMatching(/copy its steps/) },
  ]);
  expect(recording?.automation.nodes).toMatchObject([
    { interaction_action: { click_element: { command: 'get_by_text("Sign in")' } } },
    { interaction_action: { go_to_url: { url: 'https://portal.example/' } } },
    { misc_action: { wait_for: { assertion: 'to_be_visible' } } },
    { assertion_action: { expect: { assertion: 'to_have_text', expected: 'done' } } },
  ]);
});

test('reports tests, hooks and steps whose functions are not in the text', () => {
  const text = `import { test } from '@playwright/test';
    import { login, prepare } from './steps';
    test.setTimeout(3000);
    test.skip(process.env.CI === '1', 'not there');
    test.beforeEach(prepare);
    test('a', login);
    test('b', { tag: '@slow' }, helpers.body);
    test.step('c', login);
    test.only('d', login);`;
  const [recording] = importPlaywright(text).recordings;
  const skipped = recording?.report.filter(({ outcome }) => outcome === 'skipped') ?? [];
  expect(skipped.map(({ line }) => line)).toEqual([5, 6, 7, 8, 9]);
  expect(skipped[0]?.why).toContain('not in this text');
});

test('does not take a test with a typing error for a setting', () => {
  const text = `import { test } from '@playwright/test';
    test('a', async ({ page }) > { await page.goto('https://a.example/'); });`;
  const [recording] = importPlaywright(text).recordings;
  expect(recording?.report.map(({ outcome }) => outcome)).toEqual(['skipped']);
});
