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
