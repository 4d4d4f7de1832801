import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openBrowser, type TestBrowser } from '@errand/test-kit';
import { failureOf, interact, openStage, type Stage } from '../../test/run-on-page.ts';

let browser: TestBrowser;
let stage: Stage;
beforeAll(async () => {
  browser = await openBrowser();
  stage = await openStage(browser, (request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<title>${request.url}</title><button>Mark</button>
      <script>document.querySelector('button').onclick = () => { document.title += ' marked' }</script>`);
  });
});
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
  await browser[Symbol.asyncDispose]();
});

const open = (path: string) => interact('go_to_url', { url: `${stage.url}${path}`, new_tab: true });
const mark = interact('click_element', { command: 'get_by_role("button", name="Mark")' });
const start = { path: '/start' };

/** Titles of the tabs that the run has left open. */
async function titles({ page }: { page: { browserContext: () => unknown } }): Promise<string[]> {
  const context = page.browserContext();
  const all = await browser.browser.pages();
  const own = all.filter((one) => one.browserContext() === context);
  return Promise.all(own.map((one) => one.title()));
}

// proves field: interaction_action.switch_tab.tab_index
test.each([
  [0, '/start'],
  [1, '/one'],
  [-1, '/two'],
  [-2, '/one'],
])('switch_tab %i makes %s the current tab', async (index, path) => {
  const run = await stage.run(start, [
    open('/one'),
    open('/two'),
    interact('switch_tab', { tab_index: index }),
    mark,
  ]);
  expect(failureOf(run)).toBe('success');
  expect((await titles(run)).filter((title) => title.endsWith('marked'))).toEqual([
    `${path} marked`,
  ]);
});

test('switch_tab fails for a missing tab and lists the open ones', async () => {
  const run = await stage.run(start, [open('/one'), interact('switch_tab', { tab_index: 2 })]);
  expect(failureOf(run)).toBe(
    `tab_not_found: No tab is at position 2. Open tabs, from 0: "${stage.url}/start", "${stage.url}/one".`,
  );
});

test('a tab that opens later becomes current', async () => {
  const run = await stage.run(start, [
    open('/one'),
    interact('switch_tab', { tab_index: 0 }),
    open('/two'),
    mark,
  ]);
  expect(await titles(run)).toContain('/two marked');
});

// proves field: interaction_action.close_current_tab
test('close_current_tab closes the tab that was switched to, and continues in the newest', async () => {
  const run = await stage.run(start, [
    open('/one'),
    open('/two'),
    interact('switch_tab', { tab_index: 1 }),
    interact('close_current_tab', {}),
    mark,
  ]);
  expect(failureOf(run)).toBe('success');
  expect((await titles(run)).toSorted()).toEqual(['/start', '/two marked']);
});

test('close_current_tab leaves the only tab open and reports it', async () => {
  const run = await stage.run(start, [interact('close_current_tab', {}), mark]);
  expect(run.events).toMatchObject([
    { outcome: 'skipped', reason: 'It is the only tab.' },
    { outcome: 'done' },
  ]);
});

// proves field: interaction_action.close_all_but_last_tab
test('close_all_but_last_tab leaves the newest', async () => {
  const run = await stage.run(start, [
    open('/one'),
    open('/two'),
    interact('switch_tab', { tab_index: 0 }),
    interact('close_all_but_last_tab', {}),
    mark,
  ]);
  expect(failureOf(run)).toBe('success');
  const context = browser.browser.browserContexts().at(-1);
  expect(await Promise.all(((await context?.pages()) ?? []).map((page) => page.title()))).toEqual([
    '/two marked',
  ]);
});

// proves field: interaction_action.close_tabs_until.matching_url
// proves field: interaction_action.close_tabs_until.tab_index
test.each([[{ matching_url: '/{what[0]}' }], [{ tab_index: 1 }]])(
  'close_tabs_until %j closes the tabs that were opened after it',
  async (params) => {
    const run = await stage.run(
      start,
      [open('/one'), open('/two'), open('/three'), interact('close_tabs_until', params), mark],
      { inputs: { what: ['one'] } },
    );
    expect(failureOf(run)).toBe('success');
    expect((await titles(run)).toSorted()).toEqual(['/one marked', '/start']);
  },
);

test.each([{ matching_url: '/one' }, { tab_index: 2 }])(
  'close_tabs_until %j stops at the newest match, and makes it current',
  async (params) => {
    const run = await stage.run(start, [
      open('/one'),
      open('/one?again'),
      open('/three'),
      interact('switch_tab', { tab_index: 0 }),
      interact('close_tabs_until', params),
      mark,
    ]);
    expect(failureOf(run)).toBe('success');
    expect((await titles(run)).toSorted()).toEqual(['/one', '/one?again marked', '/start']);
  },
);

test.each([
  [{ matching_url: '/nowhere' }, /^tab_not_found: No tab has an address that contains "\/nowhere"/],
  [{ tab_index: 7 }, /^tab_not_found: No tab is at position 7/],
])('close_tabs_until %j fails and closes nothing', async (params, reason) => {
  const run = await stage.run(start, [open('/one'), interact('close_tabs_until', params)]);
  expect(failureOf(run)).toMatch(reason);
  expect(await titles(run)).toHaveLength(2);
});
