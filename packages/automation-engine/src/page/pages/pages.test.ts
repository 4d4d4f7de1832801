import { expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import type { StepEvent } from '../../reports/run-events.ts';
import { failureOf, interact } from '../../test/run-on-page.ts';
import { useStage } from '../../test/use-stage.ts';

const stage = useStage(({ url = '' }, response) => {
  if (url === '/hang') return;
  const delayMs = Number(/after-(\d+)/.exec(url)?.[1] ?? 0);
  setTimeout(() => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(`<title>${url}</title><button onclick="window.hit = 1">Go</button><i>${url}</i>`);
  }, delayMs);
});

const clickGo = (node: object = {}) =>
  interact('click_element', { command: 'get_by_role("button", name="Go")' }, { node });
const expectTab = (seconds: number) =>
  clickGo({ expect_new_tab: true, max_new_tab_wait_time: seconds });
const read = (command: string, before = 0) => ({
  extraction_action: {
    locator: { command, extraction_format: { text: 'str' }, output_variable_name: 'text' },
  },
  before_sleep_time: before,
});

test('continues in the tab that a click opens', async () => {
  const run = await stage.run(`<button onclick="window.open('/second')">Go</button><i>first</i>`, [
    clickGo({ expect_new_tab: true }),
    clickGo(),
    read('locator("i")'),
  ]);
  expect(failureOf(run)).toBe('success');
  expect(run.result.outputData).toMatchObject([{ json_data: { text: '/second' } }]);
});

test('continues in a new tab that no step expected', async () => {
  const run = await stage.run(
    `<a target=_blank href="/second"><button>Go</button></a><i>first</i>`,
    [clickGo(), read('locator("i")')],
  );
  expect(run.result.outputData).toMatchObject([{ json_data: { text: '/second' } }]);
});

test('returns to the first tab when the new one closes', async () => {
  const run = await stage.run(
    `<button onclick="window.open('/second').close(); this.textContent = 'Closed'">Go</button>`,
    [clickGo(), read('get_by_role("button")')],
  );
  expect(run.result.outputData).toMatchObject([{ json_data: { text: 'Closed' } }]);
});

// proves field: action_node.expect_new_tab
test('fails when the expected tab does not open', async () => {
  const run = await stage.run('<button>Go</button>', [
    clickGo({ expect_new_tab: true, max_new_tab_wait_time: 0.3 }),
  ]);
  expect(failureOf(run)).toMatch(/^timeout: Opening the new tab \(expect_new_tab\) did not happen/);
});

// proves field: action_node.max_new_tab_wait_time
test('waits for the expected tab as long as the step says', async () => {
  const late = `<button onclick="setTimeout(() => window.open('/second'), 1200)">Go</button>`;
  const hasty = await stage.run(late, [expectTab(0.4)]);
  expect(failureOf(hasty)).toMatch(/^timeout: .* did not happen within 0\.4 s/);
  const patient = await stage.run(late, [expectTab(20), read('locator("i")')]);
  expect(failureOf(patient)).toBe('success');
  expect(patient.result.outputData).toMatchObject([{ json_data: { text: '/second' } }]);
});

test('fails clearly when the last page is closed', async () => {
  const closing = Promise.withResolvers<Page>();
  const close = () => closing.promise.then((page) => page.close());
  const onEvent = ({ sequence }: StepEvent) => void (sequence === 0 && close());
  const nodes = [clickGo(), { sleep_action: { sleep_time: 0.5 } }, clickGo()];
  const run = await stage.run('<button>Go</button>', nodes, {
    onPage: closing.resolve,
    dependencies: { onEvent },
  });
  expect(failureOf(run)).toMatch(/^page_closed: The last page was closed/);
});

test('accepts dialogs and keeps them in the evidence', async () => {
  const run = await stage.run(
    `<button onclick="this.textContent = [confirm('Sure?'), prompt('Name?', 'Ann'), alert('Done')].join()">Go</button>`,
    [
      clickGo(),
      read('get_by_role("button")'),
      interact(
        'click_element',
        { command: 'locator("#none")' },
        { group: { max_timeout_seconds_per_try: 0.1 } },
      ),
    ],
  );
  expect(run.result.outputData).toMatchObject([{ json_data: { text: 'true,Ann,' } }]);
  expect(run.events.at(-1)?.evidence?.consoleTail).toEqual([
    'confirm accepted: Sure?',
    'prompt accepted: Name?',
    'alert accepted: Done',
  ]);
  expect(run.events[0]?.dialogs).toEqual([
    { type: 'confirm', message: 'Sure?', action: 'accepted' },
    { type: 'prompt', message: 'Name?', action: 'accepted', text: 'Ann' },
    { type: 'alert', message: 'Done', action: 'accepted' },
  ]);
});

test.each([
  ['a link', `<a href="/after-400"><button>Go</button></a>`],
  ['a form', `<form action="/after-400"><button>Go</button></form>`],
  ['a script', `<button onclick="location.href = '/after-400'">Go</button>`],
])('does not act on a page that %s is about to replace', async (_way, html) => {
  const run = await stage.run(html, [clickGo(), clickGo(), read('locator("i")')]);
  expect(failureOf(run)).toBe('success');
  expect(await run.read('window.hit')).toBe(1);
});

test('ends the wait after a step as soon as the page is quiet', async () => {
  const run = await stage.run(
    `<button onclick="fetch('/after-300').then(() => { this.textContent = 'Loaded' })">Go</button>`,
    [clickGo({ end_sleep_time: 20 }), read('get_by_role("button")')],
  );
  expect(run.result.outputData).toMatchObject([{ json_data: { text: 'Loaded' } }]);
  expect(run.events[0]?.durationMs).toBeGreaterThan(300);
  expect(run.events[0]?.durationMs).toBeLessThan(10_000);
});

// proves field: action_node.end_sleep_time
test('does not wait longer than the bound for a page that never rests', async () => {
  const run = await stage.run(
    `<button onclick="fetch('/hang'); setInterval(() => document.body.append('x'), 30)">Go</button>`,
    [clickGo({ end_sleep_time: 1 })],
  );
  expect(failureOf(run)).toBe('success');
  expect(run.events[0]?.durationMs).toBeGreaterThan(900);
  expect(run.events[0]?.durationMs).toBeLessThan(15_000);
});

test('does not wait for event streams', async () => {
  const run = await stage.run(`<button>Go</button><script>new EventSource('/hang')</script>`, [
    clickGo({ end_sleep_time: 20 }),
  ]);
  expect(run.events[0]?.durationMs).toBeLessThan(10_000);
});
