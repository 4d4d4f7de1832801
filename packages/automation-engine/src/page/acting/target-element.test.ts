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

test('waits until the element is enabled', async () => {
  const run = await stage.run(
    `<button disabled onclick="this.textContent = 'Paid'">Pay</button>
     <script>setTimeout(() => { document.querySelector('button').disabled = false }, 200)</script>`,
    [click(button)],
  );
  expect(await run.read('document.body.innerText')).toBe('Paid');
});

test('waits until the element appears', async () => {
  const run = await stage.run(
    `<script>setTimeout(() => { document.body.innerHTML = '<button onclick="this.textContent=1">Pay</button>' }, 200)</script>`,
    [click(button)],
  );
  expect(await run.read('document.body.innerText')).toBe('1');
});

test('waits until the element stops moving', async () => {
  const run = await stage.run(
    `<style>@keyframes slide { from { margin-left: 0 } to { margin-left: 400px } }
       button { animation: slide 400ms linear forwards }</style>
     <button onclick="window.left = this.getBoundingClientRect().left">Pay</button>`,
    [click(button)],
  );
  expect(run.result.status).toBe('success');
  expect(await run.read('window.left > 400')).toBe(true);
});

test('waits until an overlay is gone', async () => {
  const run = await stage.run(
    `<button onclick="window.paid = true">Pay</button>
     <div id=overlay style="position:fixed;inset:0"></div>
     <script>setTimeout(() => overlay.remove(), 200)</script>`,
    [click(button)],
  );
  expect(failureOf(run)).toBe('success');
  expect(await run.read('window.paid')).toBe(true);
});

test('names what covers the element when it stays covered', async () => {
  const run = await stage.run(
    `<button>Pay</button><div id=overlay style="position:fixed;inset:0"></div>`,
    [click(button, { max_timeout_seconds_per_try: 0.3 })],
  );
  expect(failureOf(run)).toMatch(
    /^not_actionable: not_actionable: get_by_role\("button", name="Pay"\) is covered by <div id="overlay">\. Waited 0\.[345] s\.$/,
  );
});

test.each([
  ['disabled', '<button disabled>Pay</button>', /is not enabled: <button> is disabled/],
  [
    'disabled by its fieldset',
    '<fieldset disabled><button>Pay</button></fieldset>',
    /is not enabled/,
  ],
  [
    'aria-disabled',
    '<div aria-disabled=true id=box><button>Pay</button></div>',
    /<div id="box"> has aria-disabled="true"/,
  ],
  [
    'moving',
    '<button>Pay</button><script>const move = () => { document.querySelector("button").style.marginLeft = Math.random() * 99 + "px"; requestAnimationFrame(move) }; move()</script>',
    /is not stable/,
  ],
])('reports why an element that stays %s cannot be clicked', async (_state, html, reason) => {
  const run = await stage.run(html, [click(button, { max_timeout_seconds_per_try: 0.3 })]);
  expect(failureOf(run)).toMatch(reason);
});

test('reports that a hidden element is not visible', async () => {
  const run = await stage.run('<button id=pay style="visibility:hidden">Pay</button>', [
    click({ command: 'locator("#pay")' }, { max_timeout_seconds_per_try: 0.5 }),
  ]);
  expect(failureOf(run)).toMatch(/is not visible: its visibility is hidden/);
});

// proves field: interaction_action.click_element.force
test('clicks a covered element at once with force', async () => {
  const run = await stage.run(
    `${recordClicks}<button>Pay</button><div id=overlay style="position:fixed;inset:0"></div>`,
    [click({ ...button, force: true })],
  );
  expect(run.result.status).toBe('success');
  expect(await run.read('seen')).toEqual(['click:0:overlay']);
});

test('finds the element again when the page replaces it while it waits', async () => {
  const run = await stage.run(
    `<div id=box><button disabled>Pay</button></div>
     <script>setTimeout(() => { box.innerHTML = '<button onclick="window.paid = 1">Pay</button>' }, 200)</script>`,
    [click(button)],
  );
  expect(failureOf(run)).toBe('success');
  expect(await run.read('window.paid')).toBe(1);
});

test('refuses two matches and reports their number and the command', async () => {
  const run = await stage.run('<button>Pay</button><button>Pay</button>', [click(button)]);
  expect(failureOf(run)).toMatch(
    /^locator_ambiguous: get_by_role\("button", name="Pay"\) matched 2 elements/,
  );
});

test('continues when a second match was only part of a redraw', async () => {
  const run = await stage.run(
    `<button onclick="window.paid = 1">Pay</button><button id=old>Pay</button>
     <script>setTimeout(() => old.remove(), 50)</script>`,
    [click(button)],
  );
  expect(failureOf(run)).toBe('success');
});

// A suggestion list with the label of its field, as in MUI; a switch that is named after its state.
test.each([
  [
    'others take its name',
    `<label>Country <input id=field></label>
     <script>field.onclick = () => document.body.insertAdjacentHTML('beforeend', '<input aria-label=Country>')</script>`,
    interact('input_text', {
      command: 'get_by_label("Country")',
      input_text: 'Austria',
      press_enter: true,
    }),
    '[...document.querySelectorAll("input")].map((field) => field.value)',
    ['Austria', ''],
  ],
  [
    'it changes its name',
    `<label><input type=checkbox id=box><span id=state>Off</span></label>
     <script>box.onchange = () => { state.textContent = 'On' }</script>`,
    interact('check', { command: 'get_by_label("Off")' }),
    'box.checked',
    true,
  ],
])('keeps its element when it acts and %s', async (...[, html, node, reading, value]) => {
  const run = await stage.run(html, [node]);
  expect(failureOf(run)).toBe('success');
  expect(await run.read(reading)).toEqual(value);
});

test('continues with the element that replaces the one it clicked', async () => {
  const run = await stage.run(
    `<div id=box><input aria-label=Name></div>
     <script>box.firstChild.onclick = () => {
       box.innerHTML = '';
       setTimeout(() => { box.innerHTML = '<input aria-label=Name id=editor>' }, 100);
     }</script>`,
    [interact('input_text', { command: 'get_by_label("Name")', input_text: 'Ada' })],
  );
  expect(failureOf(run)).toBe('success');
  expect(await run.read('editor.value')).toBe('Ada');
});

test('selects in a list that closes when the field next to it loses focus', async () => {
  const run = await stage.run(
    `<input id=field autofocus onblur="setTimeout(() => { calendar.hidden = true }, 20)">
     <div id=calendar><select id=month><option>June<option>July</select></div>`,
    [
      interact('click_element', { command: 'locator("#field")' }),
      interact('select_option', { command: 'locator("#month")', select_values: ['July'] }),
      interact('select_option', { command: 'locator("#month")', select_values: ['June'] }),
    ],
  );
  expect(failureOf(run)).toBe('success');
});

test('reports the command and the time when nothing matches', async () => {
  const run = await stage.run('<p>empty</p>', [
    click(button, { max_timeout_seconds_per_try: 0.2 }),
  ]);
  expect(failureOf(run)).toMatch(
    /^locator_not_found: get_by_role\("button", name="Pay"\) matched no element within 0\.[2-9] s/,
  );
});

test('looks once when there is no time to wait', async () => {
  const run = await stage.run('<button onclick="window.paid = 1">Pay</button>', [
    click(button, { max_timeout_seconds_per_try: 0 }),
    click({ command: 'locator("#none")' }, { max_tries: 0 }),
  ]);
  expect(failureOf(run)).toMatch(/^locator_not_found/);
  expect(await run.read('window.paid')).toBe(1);
});

test('scrolls to an element below a fixed header', async () => {
  const run = await stage.run(
    `<header style="position:fixed;top:0;left:0;right:0;height:400px;background:gray">x</header>
     <div style="height:3000px"></div><button onclick="window.paid = 1">Pay</button><div style="height:3000px"></div>`,
    [click(button)],
  );
  expect(failureOf(run)).toBe('success');
  expect(await run.read('window.paid')).toBe(1);
});

test('clicks inside open shadow roots and frames that are scrolled out of view', async () => {
  const run = await stage.run(
    `<div id=host></div><div style="height:2000px"></div>
     <iframe style="border:7px solid;padding:5px;height:100px" srcdoc="<div style='height:600px'></div><button onclick='parent.framed = true'>Inner</button>"></iframe>
     <script>host.attachShadow({ mode: 'open' }).innerHTML = '<button onclick="window.shadowed = true"><span>Deep</span></button>'</script>`,
    [
      click({ command: 'get_by_text("Deep")' }),
      click({ command: 'locator("iframe").content_frame.get_by_role("button")' }),
    ],
  );
  expect(failureOf(run)).toBe('success');
  expect(await run.read('[window.shadowed, window.framed]')).toEqual([true, true]);
});

test('notices what covers a frame', async () => {
  const run = await stage.run(
    `<iframe srcdoc="<button>Inner</button>"></iframe><div id=overlay style="position:fixed;inset:0"></div>`,
    [
      click(
        { command: 'locator("iframe").content_frame.get_by_role("button")' },
        { max_timeout_seconds_per_try: 0.4 },
      ),
    ],
  );
  expect(failureOf(run)).toMatch(/is in a frame that is covered by <div id="overlay">/);
});

test('works on a page that has replaced built-in functions', async () => {
  const run = await stage.run(
    `<button onclick="window.paid = 1">Pay</button><script>
       Element.prototype.getBoundingClientRect = () => ({ x: 0, y: 0, width: 0, height: 0 });
       window.requestAnimationFrame = () => 0; Array.prototype.map = () => [];
     </script>`,
    [click(button)],
  );
  expect(failureOf(run)).toBe('success');
  expect(await run.read('window.paid')).toBe(1);
});
