import { expect, test } from '@jest/globals';
import { failureOf, interact } from '../../test/run-on-page.ts';
import { useStage } from '../../test/use-stage.ts';

const stage = useStage();

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

// proves field: interaction_action.click_element.command
test('clicks the element once, with trusted events', async () => {
  const run = await stage.run(
    `<button onclick="window.clicks = (window.clicks ?? 0) + 1; window.trusted = event.isTrusted">Pay</button>`,
    [click(button)],
  );
  expect(run.result.status).toBe('success');
  expect(await run.read('[window.clicks, window.trusted]')).toEqual([1, true]);
});

// proves field: interaction_action.click_element.button
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

// proves field: interaction_action.click_element.double_click
test('sends a double click as two clicks', async () => {
  const run = await stage.run(`${recordClicks}<button id=pay>Pay</button>`, [
    click({ ...button, double_click: true }),
  ]);
  expect(run.result.status).toBe('success');
  expect(await run.read('seen')).toEqual(['click:0:pay', 'click:0:pay', 'dblclick:0:pay']);
});

// proves field: interaction_action.click_element.mouse_click
// proves field: interaction_action.click_element.mouse_click_deviation.x
// proves field: interaction_action.click_element.mouse_click_deviation.y
test('with mouse_click, clicks once at the centre plus the deviation', async () => {
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

// proves field: interaction_action.click_element.modifiers
test('holds the modifiers during the click and releases them', async () => {
  const run = await stage.run(
    `<script>window.seen = []; for (const type of ['keydown', 'click', 'keyup']) addEventListener(type, (event) =>
       seen.push([type, event.key ?? '', event.ctrlKey, event.shiftKey, event.altKey]))</script>
     <button>Pay</button>`,
    [click({ ...button, modifiers: ['Shift', 'ControlOrMeta', 'Control'] }), click(button)],
  );
  expect(failureOf(run)).toBe('success');
  expect(await run.read('seen')).toEqual([
    ['keydown', 'Shift', false, true, false],
    ['keydown', 'Control', true, true, false],
    ['click', '', true, true, false],
    ['keyup', 'Control', false, true, false],
    ['keyup', 'Shift', false, false, false],
    ['click', '', false, false, false],
  ]);
});

test('opens a link in a new tab with Control held', async () => {
  const run = await stage.run('<a href="about:blank#new">Terms</a>', [
    {
      ...click({ command: 'get_by_role("link")', modifiers: ['Control'] }),
      expect_new_tab: true,
    },
  ]);
  expect(failureOf(run)).toBe('success');
});

// proves field: interaction_action.click_element.position.x
// proves field: interaction_action.click_element.position.y
test('clicks a position relative to the padding box and scrolls to it', async () => {
  const run = await stage.run(
    `<style>body { margin: 0 } #map { border: solid black; border-width: 7px 3px 2px 11px; width: 3000px; height: 4000px }</style>
     <script>window.seen = []; addEventListener('click', ({ offsetX, offsetY, target }) => seen.push([target.id, offsetX, offsetY]))</script>
     <div style="position:fixed;inset:0 0 auto 0;height:40%;background:white;z-index:1">Header</div>
     <div style="width:400px;height:300px;overflow:auto;margin:500px 0 900px"><div id=map></div></div>`,
    [
      click({ command: 'locator("#map")', position: { x: 5, y: 6 } }),
      click({ command: 'locator("#map")', position: { x: 2900, y: 3950 } }),
    ],
  );
  expect(failureOf(run)).toBe('success');
  expect(await run.read('seen')).toEqual([
    ['map', 5, 6],
    ['map', 2900, 3950],
  ]);
});

test('fails when something covers the position', async () => {
  const run = await stage.run(
    `<div style="position:relative"><button style="width:300px;height:40px">Pay</button>
     <div id=cover style="position:absolute;left:0;top:0;width:100px;height:40px"></div></div>`,
    [click({ ...button, position: { x: 20, y: 20 } }, { max_timeout_seconds_per_try: 0.2 })],
  );
  expect(failureOf(run)).toMatch(/is covered by <div id="cover">/);
});

// proves field: interaction_action.click_element.hold_seconds
test('holds the button for hold_seconds', async () => {
  const run = await stage.run(
    `<button onpointerdown="window.since = performance.now()"
       onpointerup="window.held = performance.now() - since">Pay</button>`,
    [click({ ...button, hold_seconds: 0.6 })],
  );
  expect(failureOf(run)).toBe('success');
  expect(await run.read('window.held >= 590 && window.held < 5000')).toBe(true);
});

// proves field: interaction_action.click_element.xpath
test('clicks by XPath', async () => {
  const run = await stage.run(
    '<p><button onclick="window.paid = 1">Pay</button></p>',
    [click({ xpath: '//p/button[contains(text(), "{what[0]}")]' })],
    { inputs: { what: ['Pay'] } },
  );
  expect(failureOf(run)).toBe('success');
  expect(await run.read('window.paid')).toBe(1);
});

test('continues on the next document when the click navigates', async () => {
  const next = '<button onclick="window.paid = 1">Go</button>';
  const run = await stage.run(
    `<form action="data:text/html,${encodeURIComponent(next)}"></form>
     <button onclick="location.href = '/slow-next'">Go</button>`,
    [click({ command: 'get_by_role("button")' })],
  );
  expect(failureOf(run)).toBe('success');
  expect(run.page.url()).toMatch(/slow-next$/);
});

// proves field: interaction_action.click_element.skip_prompt
test('skips a missing optional element and gives the reason', async () => {
  const run = await stage.run('<p>empty</p>', [
    click({ ...button, skip_prompt: true }, { max_timeout_seconds_per_try: 0.1 }),
  ]);
  expect(run.result.status).toBe('success');
  expect(run.events).toMatchObject([
    { outcome: 'skipped', reason: expect.stringMatching(/matched no element within/) },
  ]);
});

test('fails without asking a model when assert_locator_presence is true', async () => {
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
])('fails with a clear reason for the target %j', async (params, reason) => {
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

test('names a placeholder without a value', async () => {
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
