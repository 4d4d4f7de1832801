import { listen } from '@errand/app-runtime';
import { openBrowser, pollUntil } from '@errand/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Fleet, openFleet } from '../testing/open-fleet.ts';

const owned = new AsyncDisposableStack();
let fleet: Fleet;
let siteUrl: string;
beforeAll(async () => {
  fleet = owned.use(await openFleet());
  owned.use(await fleet.startWorker({ ALLOW_PRIVATE_ADDRESSES: 'true' }));
  const place = { port: 0, host: '127.0.0.1', setting: 'PORT' };
  const site = await listen((request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(request.url === '/frame' ? '<p>Text in the frame</p>' : page);
  }, place);
  siteUrl = owned.use(site).url;
});
afterAll(() => owned.disposeAsync());

const page = `<!doctype html><title>Orders</title><style>h1 { color: rgb(0, 100, 200) }</style>
<h1>Orders</h1><div id=host></div><div id=shut></div><iframe src="/frame" height=60></iframe><canvas width=80 height=30></canvas>
<label>Name <input></label><button>Add</button><ul></ul>
<script>
  host.attachShadow({ mode: 'open' }).innerHTML = '<b>Text in the shadow</b>';
  shut.attachShadow({ mode: 'closed' }).innerHTML = '<b>Text in the closed root</b>';
  document.querySelector('button').onclick = () => {
    console.log('adding a row');
    document.querySelector('ul').append(Object.assign(document.createElement('li'), { textContent: 'Row' }));
  };
</script>`;

const interact = (kind: string, params: object) => ({
  interaction_action: { max_tries: 1, [kind]: params },
});
const act = (node: object) => ({ type: 'action_node', end_sleep_time: 0, ...node });
const add = act(interact('click_element', { command: 'get_by_role("button", name="Add")' }));

test('a failed attempt leaves a trace that the served viewer shows, and a successful one none', async () => {
  const options = { url: siteUrl, automation: { max_retries: 0 } };
  const type = interact('input_text', { command: 'get_by_label("Name")', input_text: 'Ann' });
  const good = await fleet.run([type], options);
  const loop = { type: 'for_loop_node', variable_name: 'login', nodes: [add] };
  const missing = interact('click_element', { command: 'get_by_role("link", name="Pay")' });
  const nodes = [act(type), loop, act(missing)];
  const bad = await fleet.run([], { ...options, automation: { ...options.automation, nodes } });
  const wanted = await fleet.run([type], { ...options, submission: { trace: 'all' } });
  const traced = (await fleet.untilEnded(wanted)).trace_url;
  expect(traced).toContain(`/trace/${wanted}`);
  expect(await fleet.untilEnded(good)).toMatchObject({ status: 'success', trace_url: null });
  const failed = await fleet.untilEnded(bad);
  expect(failed).toMatchObject({ status: 'failed', error_class: 'locator_not_found' });
  expect(failed.trace_url).toContain(`/trace/${bad}`);

  const { call, url } = fleet.controlPlane;
  const { body } = await call('GET', `/api/v1/tasks/${bad}/trace/url`);
  const { pathname, search } = new URL((body as { trace_url: string }).trace_url);
  await using browser = await openBrowser();
  await using viewer = await browser.openPage();
  const problems: string[] = [];
  viewer.page.on('pageerror', (error) => problems.push(String(error)));
  viewer.page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) problems.push(message.text());
  });
  await viewer.page.setViewport({ width: 1400, height: 900 });
  await viewer.page.goto(`${url}${pathname}${search}`);
  await viewer.page.waitForSelector('.action-title-method');
  const actions = await viewer.page.$$eval('.action-title-method', (titles) =>
    titles.map(({ textContent }) => textContent),
  );
  expect(actions).toEqual([
    'nodes[0] input_text get_by_label("Name")',
    'nodes[1] for_loop_node',
    'nodes[2] click_element get_by_role("link", name="Pay")',
  ]);
  await viewer.page.waitForSelector('.film-strip-lane .film-strip-frame');
  await viewer.page.locator('::-p-text(nodes[2] click_element)').click();
  // The viewer loads a snapshot into a hidden frame, and then shows the frame.
  const snapshot = await pollUntil('the snapshot of the step is shown', async () => {
    const frame = await viewer.page.$('iframe.snapshot-visible');
    const content = await frame?.contentFrame();
    return content && (await content.$('li')) ? content : undefined;
  });
  const shown = await snapshot.evaluate(() => ({
    heading: getComputedStyle(document.querySelector('h1') ?? document.body).color,
    shadow: document.querySelector('#host')?.shadowRoot?.textContent,
    closed: document.querySelector('#shut')?.shadowRoot?.textContent,
    rows: document.querySelectorAll('li').length,
    value: document.querySelector('input')?.value,
    hasCanvas: document.querySelector('canvas') !== null,
  }));
  expect(shown).toEqual({
    heading: 'rgb(0, 100, 200)',
    shadow: 'Text in the shadow',
    closed: 'Text in the closed root',
    rows: 1,
    value: 'Ann',
    hasCanvas: true,
  });
  const inside = await snapshot.waitForSelector('iframe');
  const nested = await inside?.contentFrame();
  expect(await nested?.waitForSelector('::-p-text(Text in the frame)')).not.toBeNull();
  // Folder of screenshots for people to look at; no test compares them.
  const pictures = join(import.meta.dirname, '../../../../coverage');
  mkdirSync(pictures, { recursive: true });
  await viewer.page.screenshot({ path: join(pictures, 'trace-viewer.png') });
  expect(problems).toEqual([]);
});
