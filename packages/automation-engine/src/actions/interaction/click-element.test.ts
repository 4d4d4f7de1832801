import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openBrowser, type TestBrowser } from '@errand/test-kit';
import { failureOf, interact, openStage, type Stage } from '../../test/run-on-page.ts';

let browser: TestBrowser;
let stage: Stage;
beforeAll(async () => {
  browser = await openBrowser();
  stage = await openStage(browser);
});
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
  await browser[Symbol.asyncDispose]();
});

const recordClicks = `<script>
  window.seen = [];
  for (const type of ['click', 'dblclick', 'auxclick', 'contextmenu']) {
    addEventListener(type, (event) => {
      seen.push(type + ':' + event.button + ':' + (event.target.id || event.target.localName));
    });
  }
</script>`;
const click = (params: object, group: object = {}) => interact('click_element', params, { group });
const button = { command: 'get_by_role("button", name="Pay")' };

// proves: interaction_action.click_element.command
test('clicks the element once, with events that the page trusts', async () => {
  const run = await stage.run(
    `<button onclick="window.clicks = (window.clicks ?? 0) + 1; window.trusted = event.isTrusted">Pay</button>`,
    [click(button)],
  );
  expect(run.result.status).toBe('success');
  expect(await run.read('[window.clicks, window.trusted]')).toEqual([1, true]);
});

// proves: interaction_action.click_element.button
test('clicks with the right and the middle button', async () => {
  const run = await stage.run(`${recordClicks}<button id=pay>Pay</button>`, [
    click({ ...button, button: 'right' }),
    click({ ...button, button: 'middle' }),
  ]);
  expect(run.result.status).toBe('success');
  expect(await run.read('seen')).toEqual(
    expect.arrayContaining(['contextmenu:2:pay', 'auxclick:1:pay']),
  );
});

// proves: interaction_action.click_element.double_click
test('makes one double click of two clicks', async () => {
  const run = await stage.run(`${recordClicks}<button id=pay>Pay</button>`, [
    click({ ...button, double_click: true }),
  ]);
  expect(run.result.status).toBe('success');
  expect(await run.read('seen')).toEqual(['click:0:pay', 'click:0:pay', 'dblclick:0:pay']);
});

// proves: interaction_action.click_element.mouse_click, interaction_action.click_element.mouse_click_deviation.x, interaction_action.click_element.mouse_click_deviation.y
test('clicks once at the centre plus the deviation with mouse_click', async () => {
  const run = await stage.run(
    `<script>window.seen = []; addEventListener('click', (e) => seen.push([e.clientX, e.clientY]))</script>
     <div id=map style="position:absolute;left:100px;top:50px;width:200px;height:100px"></div>`,
    [
      click({
        command: 'locator("#map")',
        mouse_click: true,
        mouse_click_deviation: { x: 30, y: -20 },
      }),
    ],
  );
  expect(run.result.status).toBe('success');
  expect(await run.read('seen')).toEqual([[230, 80]]);
});

// proves: interaction_action.click_element.xpath
test('clicks by XPath', async () => {
  const run = await stage.run(
    '<p><button onclick="window.paid = 1">Pay</button></p>',
    [click({ xpath: '//p/button[contains(text(), "{what[0]}")]' })],
    { inputs: { what: ['Pay'] } },
  );
  expect(failureOf(run)).toBe('success');
  expect(await run.read('window.paid')).toBe(1);
});

test('acts on the next document when the click before it leads there', async () => {
  const next = '<button onclick="window.paid = 1">Go</button>';
  const run = await stage.run(
    `<form action="data:text/html,${encodeURIComponent(next)}"></form>
     <button onclick="location.href = '/slow-next'">Go</button>`,
    [click({ command: 'get_by_role("button")' })],
  );
  expect(failureOf(run)).toBe('success');
  expect(run.page.url()).toMatch(/slow-next$/);
});

// proves: interaction_action.click_element.skip_prompt
test('skips an optional element that is not there, saying why', async () => {
  const run = await stage.run('<p>empty</p>', [
    click({ ...button, skip_prompt: true }, { max_timeout_seconds_per_try: 0.1 }),
  ]);
  expect(run.result.status).toBe('success');
  expect(run.events).toMatchObject([
    { outcome: 'skipped', reason: expect.stringMatching(/matched no element within/) },
  ]);
});

test('fails without waiting for a model when the element must be there', async () => {
  const params = { ...button, assert_locator_presence: true, prompt_instructions: 'the button' };
  const run = await stage.run('<p>empty</p>', [
    click(params, { max_timeout_seconds_per_try: 0.1 }),
  ]);
  expect(failureOf(run)).toMatch(/^locator_not_found/);
});

test.each([
  [
    { prompt_instructions: 'the pay button' },
    /^model_unavailable: The step has no command, xpath, coordinates or keyword\. No model is configured .*"the pay button"/,
  ],
  [
    { ...button, skip_command: true, prompt_instructions: 'it' },
    /^model_unavailable: The step skips its command \(skip_command\)\. No model is configured/,
  ],
])('fails clearly for the target %j, which nothing here can find', async (params, reason) => {
  const run = await stage.run('<button>Pay</button>', [click(params)]);
  expect(failureOf(run)).toMatch(reason);
});

test('mentions the missing model when the locator fails and there are instructions', async () => {
  const run = await stage.run('<p>empty</p>', [
    click(
      { ...button, prompt_instructions: 'the pay button' },
      { max_timeout_seconds_per_try: 0.1 },
    ),
  ]);
  expect(failureOf(run)).toMatch(/^locator_not_found: .*No model is configured/);
});

test('names a placeholder that has no value', async () => {
  const run = await stage.run('<button>Pay</button>', [
    click({ command: 'get_by_text("{missing[0]}")' }),
  ]);
  expect(failureOf(run)).toMatch(/^placeholder_unresolved: No value for \{missing\[0\]\}/);
});

test('binds a hostile value as text, not as part of the locator', async () => {
  const hostile = `") or get_by_text("x\\' {other[0]} ]`;
  const run = await stage.run(
    `<button id=a></button><script>a.textContent = ${JSON.stringify(hostile)}; a.onclick = () => { window.hit = 1 }</script>`,
    [click({ command: 'get_by_text("{name[0]}", exact=True)' })],
    { inputs: { name: [hostile], other: ['secret'] } },
  );
  expect(failureOf(run)).toBe('success');
  expect(await run.read('window.hit')).toBe(1);
});
