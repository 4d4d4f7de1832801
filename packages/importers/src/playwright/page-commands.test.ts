import { expect, test } from '@jest/globals';
import { importPlaywright } from './import-playwright.ts';

/** Imports what earlier versions of codegen wrote in Python. */
function importRun(body: readonly string[], end: readonly string[]) {
  const lines = [
    'from playwright.sync_api import Playwright, sync_playwright',
    'def run(playwright: Playwright) -> None:',
    '    browser = playwright.chromium.launch(headless=False)',
    '    page = browser.new_page()',
    '    page.goto("https://portal.example/")',
    ...body.map((line) => `    ${line}`),
    ...end,
  ];
  const [recording, ...others] = importPlaywright(lines.join('\n')).recordings;
  return {
    others,
    nodes: recording?.automation.nodes,
    report: recording?.report.filter(({ isSetup }) => !isSetup) ?? [],
  };
}

test('adds no step for a page that a block expects, because Errand waits for it anyway', () => {
  const { nodes, report } = importRun(
    ['with page.expect_navigation():', '    page.click("#a")'],
    ['with sync_playwright() as playwright:', '    run(playwright)'],
  );
  expect(nodes).toMatchObject([
    { interaction_action: { click_element: { command: 'locator("#a")' } } },
  ]);
  expect(report.map(({ outcome }) => outcome)).toEqual(['mapped', 'mapped', 'mapped']);
});

test.each([
  [
    'if __name__ == "__main__":',
    '    with sync_playwright() as playwright:',
    '        run(playwright)',
  ],
  ["if __name__ == '__main__':", '    run(sync_playwright().start())'],
])('treats the start of a Python program as part of the setup: %s', (...end) => {
  const { others, nodes, report } = importRun(['page.click("#a")'], end);
  expect(others).toEqual([]);
  expect(nodes).toHaveLength(1);
  expect(report.map(({ outcome }) => outcome)).toEqual(['mapped', 'mapped']);
});

test.each([
  ['if __name__ != "__main__":', '    page.click("#b")'],
  ['if is_slow:', '    page.click("#b")'],
  ['if __name__ == "__main__":', '    run(1)', 'else:', '    page.click("#b")'],
])('does not import steps of another branch: %s', (...end) => {
  const { nodes, report } = importRun([], end);
  expect(nodes).toEqual([]);
  expect(report.some(({ outcome }) => outcome === 'skipped')).toBe(true);
});

/** Imports lines of TypeScript on an open page. */
function importLines(...lines: string[]) {
  const text = ["await page.goto('https://portal.example/');", ...lines].join('\n');
  const [recording] = importPlaywright(text, 'typescript').recordings;
  return { nodes: recording?.automation.nodes, report: recording?.report.slice(1) };
}

test('adds no step for a page whose promise has a name, because Errand waits for it anyway', () => {
  const { nodes, report } = importLines(
    'const navigationPromise = page.waitForNavigation();',
    "await page.click('#a');",
    'await navigationPromise;',
  );
  expect(nodes).toMatchObject([
    { interaction_action: { click_element: { command: 'locator("#a")' } } },
  ]);
  expect(report?.map(({ outcome }) => outcome)).toEqual(['mapped', 'mapped', 'mapped']);
});

const inner = 'frame_locator("iframe[name=\\"inner\\"]").locator("#q")';
test.each([
  ["await page.frame({ name: 'inner' }).click('#q');", { click_element: { command: inner } }],
  ["await page.frame('inner').hover('#q');", { hover: { command: inner } }],
  [
    "const frame = page.frame('inner');\nawait frame.selectOption('#q', 'v');",
    { select_option: { command: inner, select_values: ['v'] } },
  ],
  ["await page.frame('inner').locator('#q').click();", { click_element: { command: inner } }],
])('acts on the element of a frame: %s', (line, action) => {
  const { nodes, report } = importLines(line);
  expect(nodes).toMatchObject([{ interaction_action: action }]);
  expect(report?.at(-1)).toMatchObject({ outcome: 'mapped' });
});

test.each([
  ['time.sleep(2)', 2],
  ['time.sleep(0.5)', 0.5],
  ['await asyncio.sleep(10)', 10],
  ['sleep(1)', 1],
])('pauses as long as %s', (line, seconds) => {
  const { nodes, report } = importRun([line], []);
  expect(nodes).toMatchObject([{ sleep_action: { sleep_time: seconds } }]);
  expect(report.at(-1)).toMatchObject({ outcome: 'mapped' });
});

test('skips a pause whose time is computed', () => {
  const { nodes, report } = importRun(['time.sleep(random.random())'], []);
  expect(nodes).toEqual([]);
  expect(report.at(-1)).toMatchObject({ outcome: 'skipped' });
});
