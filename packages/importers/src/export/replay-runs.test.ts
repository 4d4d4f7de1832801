import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createRunner, parse, PuppeteerRunnerExtension } from '@puppeteer/replay';
import { type RunningSampleSite, sampleRecordings, startSampleSite } from '@errand/sample-site';
import { openBrowser, type TestBrowser } from '@errand/test-kit';
import type { Page } from 'puppeteer';
import { exportPuppeteerReplay } from '../index.ts';

const html = (body: string): string => `<!doctype html><title>t</title><body>${body}`;
const pages: Readonly<Record<string, string>> = {
  '/start': html(
    '<form action="/next"><input id="name" name="first"><button>Go on</button></form>',
  ),
  '/next': html(
    '<form action="/last"><input id="name" name="second"><button>Go on</button></form>',
  ),
  '/lists':
    html(`<form action="/chosen"><label>City <select name="city" onchange="this.form.submit()">
    <option value="1">Vienna</option><option value="2">Graz</option></select></label></form>`),
  '/frames': html('<iframe srcdoc="<p>other</p>"></iframe><iframe src="/inner"></iframe>'),
  '/inner': html('<form action="/said"><input id="word" name="word"><button>Say</button></form>'),
  '/shadow': html(`<x-form></x-form><script>
    const root = document.querySelector('x-form').attachShadow({ mode: 'open' });
    root.innerHTML = '<input id="field"><button>Copy</button><p id="copy"></p>';
    root.querySelector('button').onclick = () => {
      root.querySelector('#copy').textContent = root.querySelector('#field').value;
    };</script>`),
  '/tabs': html(`<button onclick="window.open('/popup')">Look up</button><input id="number">
    <button onclick="document.title = number.value">Take</button>`),
  '/popup': html(
    '<input id="in-popup"><button onclick="opener.number.value = this.previousSibling.value">Use</button>',
  ),
  '/menu': html(`<button onclick="setTimeout(() => location.assign('/table'), 700)">Show</button>`),
  '/table': html('<table><tr><th>City</th></tr><tr><td>Vienna</td></tr></table>'),
};

/** Longer than a step takes. */
const SLOW_MS = 900;

async function serve(...[{ url = '' }, response]: Parameters<RequestListener>): Promise<void> {
  const { pathname, search } = new URL(url, 'http://any.example');
  if (search !== '') await delay(SLOW_MS);
  const text = pages[pathname] ?? html(`<h1>${decodeURIComponent(search)}</h1>`);
  response.setHeader('content-type', 'text/html').end(text);
}

const interact = (kind: string, fields: object, more: object = {}) => ({
  interaction_action: { [kind]: fields },
  ...more,
});
const click = (command: string, more: object = {}) => interact('click_element', { command }, more);
const type = (command: string, text: string) =>
  interact('input_text', { command, input_text: text, fill_or_type: 'fill' });
const expectUrl = (expected: string) => ({
  assertion_action: { expect: { assertion: 'to_have_url', expected } },
});

function automationOf(path: string, ...nodes: object[]) {
  return {
    url: `${own}${path}`,
    parameters: { input_parameters: {}, generated_parameters: {} },
    nodes,
  };
}

let resources: AsyncDisposableStack;
let browser: TestBrowser;
let site: RunningSampleSite;
let own: string;
beforeAll(async () => {
  resources = new AsyncDisposableStack();
  site = resources.use(await startSampleSite({ port: 0, host: '127.0.0.1' }));
  browser = resources.use(await openBrowser());
  const server = createServer((request, response) => void serve(request, response));
  resources.defer(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => resources.disposeAsync());

/** Exports an automation, runs the file with the real package, and returns the report. */
async function replay(automation: unknown, page: Page): Promise<string[]> {
  const { text, report } = exportPuppeteerReplay(automation);
  const extension = new PuppeteerRunnerExtension(page.browser(), page);
  await (await createRunner(parse(JSON.parse(text)), extension)).run();
  return report
    .filter(({ outcome }) => outcome === 'skipped')
    .map(({ path, step }) => `${path} ${step}`);
}

const textOf = (page: Page, selector: string): Promise<string | null> =>
  page.$eval(selector, ({ textContent }) => textContent);

function sample(name: string): unknown {
  const found = sampleRecordings(site.url).find(({ endpoint_name }) => endpoint_name === name);
  // The format only finds elements by their whole name: the report says so.
  return JSON.parse(
    JSON.stringify(found?.automation).replace(
      /(?<=name=..)Warehouse/,
      'Warehouse Choose a warehouse',
    ),
  );
}

test('an exported order form with lists runs to its confirmation', async () => {
  await using opened = await browser.openPage();
  const skipped = await replay(sample('place-order'), opened.page);
  expect(skipped).toEqual(['nodes[15] locator', 'nodes[16] locator']);
  expect(await textOf(opened.page, '[data-testid="order-number"]')).toMatch(/^HS-\d+$/);
});

test('an exported search over several pages runs to the order', async () => {
  await using opened = await browser.openPage();
  const skipped = await replay(sample('order-status'), opened.page);
  expect(skipped).toEqual(['nodes[10] locator', 'nodes[11] locator', 'nodes[12] screenshot']);
  expect(await textOf(opened.page, 'h1')).toContain('HS-10424');
});

test('an exported code in nested frames and a rating in a shadow root run', async () => {
  await using opened = await browser.openPage();
  const skipped = await replay(sample('verify-code'), opened.page);
  expect(skipped).toEqual(['nodes[7] locator', 'nodes[9] locator', 'nodes[10] state']);
  expect(await textOf(opened.page, 'harbor-rating >>> p')).toContain('4');
});

test('a step waits for the page that the step before leads to, if both pages have its element', async () => {
  await using opened = await browser.openPage();
  const automation = automationOf(
    '/start',
    type('locator("#name")', 'Ada'),
    click('get_by_role("button")'),
    type('locator("#name")', 'Grace'),
    click('get_by_role("button")'),
  );
  expect(await replay(automation, opened.page)).toEqual([]);
  expect(opened.page.url()).toBe(`${own}/last?second=Grace`);
  expect(await textOf(opened.page, 'h1')).toBe('?second=Grace');
});

test('a step is said to navigate if the automation states the addresses before and after it', async () => {
  await using opened = await browser.openPage();
  const automation = automationOf(
    '/start',
    expectUrl(`${own}/start`),
    type('locator("#name")', 'Ada'),
    click('get_by_role("button")'),
    expectUrl(`${own}/next?first=Ada`),
  );
  const { steps }: { steps: { type: string; assertedEvents?: unknown }[] } = JSON.parse(
    exportPuppeteerReplay(automation).text,
  );
  expect(steps.filter(({ assertedEvents }) => assertedEvents)).toMatchObject([
    { type: 'navigate' },
    { type: 'click', assertedEvents: [{ type: 'navigation', url: `${own}/next?first=Ada` }] },
  ]);
  expect(await replay(automation, opened.page)).toEqual([]);
});

test('an exported choice by label runs, and the list may lead to another page', async () => {
  await using opened = await browser.openPage();
  const select = { command: 'get_by_label("City")', select_values: ['label=Graz'] };
  const extraction = {
    extraction_action: {
      locator: {
        command: 'locator("h1")',
        output_variable_name: 'city',
        extraction_format: { city: 'str' },
      },
    },
  };
  const automation = automationOf('/lists', interact('select_option', select), extraction);
  expect(await replay(automation, opened.page)).toEqual(['nodes[1] locator']);
  expect(await textOf(opened.page, 'h1')).toBe('?city=2');
});

test('the rows of a table are awaited, also after a script has led to their page', async () => {
  await using opened = await browser.openPage();
  const table = { command: 'locator("table")', output_variable_name: 'rows', table: true };
  const automation = automationOf('/menu', click('get_by_text("Show")'), {
    extraction_action: { locator: { ...table, extraction_format: { rows: 'Any' } } },
  });
  expect(await replay(automation, opened.page)).toEqual(['nodes[1] locator']);
  expect(await textOf(opened.page, 'td')).toBe('Vienna');
});

test('exported steps in a frame run, and wait for the next page of the frame', async () => {
  await using opened = await browser.openPage();
  const frame = 'frame_locator("iframe").nth(1)';
  const automation = automationOf(
    '/frames',
    type(`${frame}.locator("#word")`, 'hello'),
    click(`${frame}.get_by_role("button")`),
    click(`${frame}.locator("h1")`),
  );
  expect(await replay(automation, opened.page)).toEqual([]);
  expect(opened.page.frames().map((one) => new URL(one.url()).search)).toContain('?word=hello');
});

test('exported steps in a shadow root run', async () => {
  await using opened = await browser.openPage();
  const automation = automationOf(
    '/shadow',
    type('locator("#field")', 'seen'),
    click('locator("x-form").locator("button")'),
    { assertion_action: { expect: { command: 'locator("#copy")', assertion: 'to_be_visible' } } },
  );
  expect(await replay(automation, opened.page)).toEqual([]);
  expect(await textOf(opened.page, 'x-form >>> #copy')).toBe('seen');
});

test('exported steps run in a new tab whose address is stated, and in the first one again', async () => {
  await using opened = await browser.openPage();
  const automation = automationOf(
    '/tabs',
    click('get_by_text("Look up")', { expect_new_tab: true }),
    expectUrl(`${own}/popup`),
    type('locator("#in-popup")', '4711'),
    click('get_by_text("Use")'),
    interact('close_current_tab', {}),
    click('get_by_text("Take")'),
  );
  expect(await replay(automation, opened.page)).toEqual([]);
  expect(await opened.page.title()).toBe('4711');
  expect(await opened.page.browserContext().pages()).toHaveLength(1);
});

test('steps in a new tab without an address are left out, with the way out', () => {
  const { report } = exportPuppeteerReplay(
    automationOf(
      '/tabs',
      click('get_by_text("Look up")', { expect_new_tab: true }),
      type('locator("#in-popup")', '4711'),
      interact('close_current_tab', {}),
      click('get_by_text("Take")'),
    ),
  );
  const why = expect.stringMatching(/add expect with to_have_url/);
  expect(report).toMatchObject([
    { outcome: 'approximated', why },
    { outcome: 'skipped', why },
    { outcome: 'skipped', why },
    { outcome: 'approximated' },
  ]);
});
