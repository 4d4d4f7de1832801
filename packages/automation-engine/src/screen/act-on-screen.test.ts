import { decodePng } from '@errand/desktop';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { failureOf, interact } from '../test/run-on-page.ts';
import {
  drawnPage,
  openScreenStage,
  type ScreenStage,
  stateOf,
  toScreen,
} from '../test/screen-stage.ts';

let stage: ScreenStage;
beforeAll(async () => {
  stage = await openScreenStage();
});
afterAll(async () => stage[Symbol.asyncDispose]());

const patient = { group: { max_timeout_seconds_per_try: 10 } };
const click = (params: object) => interact('click_element', params, patient);
const type = (params: object) => interact('input_text', params, patient);
const press = (params: object) => interact('key_press', params, patient);

const buttons = [
  { label: 'Cancel', x: 40, y: 60 },
  { label: 'Save', x: 40, y: 200 },
  { label: 'Save', x: 700, y: 200 },
  { label: 'Send order', x: 400, y: 380 },
];
const page = drawnPage(buttons);

// proves field: backend; interaction_action.click_element.keyword
test('clicks and types on a screen of nothing but pixels', async () => {
  const run = await stage.run(page, [
    click({ keyword: 'cancel' }),
    click({ keyword: 'SEND ORDER', button: 'right' }),
    click({ keyword: 'Cancel', double_click: true }),
    type({ keyword: 'Send order', input_text: 'wrong' }),
    type({ keyword: 'Cancel', input_text: 'Size 42!', press_enter: true }),
    type({
      keyword: 'Cancel',
      input_text: ' more',
      fill_or_type: 'type',
      click_before_input: false,
    }),
    press({ type: ['shift', 'f9'] }),
  ]);
  expect(failureOf(run)).toBe('success');
  expect(await stateOf(run)).toMatchObject({
    clicks: ['Cancel', 'Send order', 'Cancel', 'Cancel', 'Send order', 'Cancel'],
    sent: 'Size 42!',
    text: 'Size 42! more',
    keys: expect.arrayContaining(['Shift', 'F9']),
    held: [],
  });
  expect(
    await run.read(
      'state.events.map(([button, detail, , , isTrusted]) => [button, detail, isTrusted])',
    ),
  ).toEqual(
    expect.arrayContaining([
      [2, 1, true],
      [0, 2, true],
    ]),
  );
});

test.each([
  [{ keyword: 'Save' }, /^locator_ambiguous: The text "Save" is visible in 2 places.*coordinates/],
  [
    { keyword: 'Nothing' },
    /^keyword_not_found: The text "Nothing" was not recognised on the screen/,
  ],
  [{ coordinates: [5000, 20] }, /^not_actionable: .*\[5000, 20\] is not on the screen, which has/],
  [{ coordinates: [-1, -1] }, /^not_actionable: .*a place that an earlier step did not find/],
])('fails for %j, with a picture of the screen', async (target, reason) => {
  const run = await stage.run(page, [
    interact('click_element', target, { group: { max_timeout_seconds_per_try: 0.1 } }),
  ]);
  expect(failureOf(run)).toMatch(reason);
  expect(await stateOf(run)).toMatchObject({ clicks: [] });
  const picture = decodePng(run.events[0]?.evidence?.screenshot ?? new Uint8Array());
  expect(picture).toMatchObject(stage.desktop.size);
});

test('finds the keyword nearest to the coordinates, or anywhere when they are -1', async () => {
  const first = await stage.run(page, []);
  const near = await toScreen(first.page, 650, 210);
  const run = await stage.run(page, [
    click({ keyword: 'Save', coordinates: near }),
    click({ keyword: 'Cancel', coordinates: [-1, -1] }),
  ]);
  expect(failureOf(run)).toBe('success');
  expect(await run.read('state.events.map(([, , x]) => x > 600)')).toEqual([true, false]);
  expect(await stateOf(run)).toMatchObject({ clicks: ['Save', 'Cancel'] });
});

// proves field: interaction_action.click_element.bounding_box_variables
test.each([
  [['600', '{box[1]}', 'right', 'box[3]'], /^success$/, [true]],
  [['600', 'missing', 'right', 'box[3]'], /^locator_ambiguous/, []],
  [['-1', '100', 'right', 'box[3]'], /^locator_ambiguous/, []],
])('looks for the keyword in the box %j', async (box, outcome, sides) => {
  const step = interact('click_element', { keyword: 'Save', bounding_box_variables: box }, patient);
  const inputs = { box: [0, 100, 0, 700], right: ['1280'] };
  const run = await stage.run(page, [step], { inputs });
  expect(failureOf(run)).toMatch(outcome);
  expect(await run.read('state.events.map(([, , x]) => x > 600)')).toEqual(sides);
});

// proves field: interaction_action.click_element.mouse_click_deviation.x
// proves field: interaction_action.click_element.mouse_click_deviation.y
test('offsets the click by the deviation', async () => {
  const first = await stage.run(page, []);
  const at = await toScreen(first.page, 100, 80);
  const run = await stage.run(page, [
    click({ coordinates: at }),
    click({ coordinates: at, mouse_click: true, mouse_click_deviation: { x: 340, y: 320 } }),
  ]);
  expect(failureOf(run)).toBe('success');
  expect(await stateOf(run)).toMatchObject({
    clicks: ['Cancel', 'Send order'],
    events: [
      [0, 1, 100, 80, true],
      [0, 1, 440, 400, true],
    ],
  });
});

const form = `<style>body { margin: 0; height: 4000px } select, input, button { position: absolute; left: 40px }</style>
  <button id=go style="top:40px" onclick="log.push([event.isTrusted, event.screenX > 0, event.detail])" onmouseenter="log.push('over')">Go</button>
  <select id=list style="top:120px"><option>One<option>Two</select>
  <input id=box type=checkbox style="top:200px"><input id=name value=old style="top:320px"><input id=slider type=range style="top:260px">
  <script>log = []</script>`;

test('falls back to elements of the page and clicks them on the screen', async () => {
  const first = await stage.run(form, []);
  const box = await first.page.$eval('#box', (element) => {
    const { x, y } = element.getBoundingClientRect();
    return [x + 5, y + 5] as const;
  });
  const run = await stage.run(form, [
    interact('hover', { command: 'locator("#go")' }),
    click({ command: 'locator("#go")' }),
    interact('select_option', { command: 'locator("#list")', select_values: ['Two'] }),
    interact('check', { coordinates: await toScreen(first.page, ...box) }),
    type({ command: 'locator("#slider")', input_text: '80', is_slider: true }),
    type({ command: 'locator("#name")', input_text: 'Größe 42 €' }),
  ]);
  expect(failureOf(run)).toBe('success');
  expect(
    await run.read(
      '[log, list.value, box.checked, slider.value, document.querySelector("#name").value]',
    ),
  ).toEqual([['over', [true, true, 1]], 'Two', true, '80', 'Größe 42 €']);
});

test('scrolls by pixels and to the end', async () => {
  const by = await stage.run(form, [interact('scroll', { amount: 300 })]);
  expect(failureOf(by)).toBe('success');
  const scrolled = Number(await by.read('scrollY'));
  expect(scrolled).toBeGreaterThanOrEqual(150);
  expect(scrolled).toBeLessThan(700);
  const end = await stage.run(form, [interact('scroll', {})]);
  expect(failureOf(end)).toBe('success');
  expect(await end.read('Math.ceil(scrollY + innerHeight)')).toBeGreaterThanOrEqual(4000);
});

test('scrolls sideways', async () => {
  const wide = '<body style="margin:0"><div style="width:6000px">wide</div>';
  const by = await stage.run(wide, [
    interact('hover', { coordinates: [400, 400] }),
    interact('scroll', { direction: 'right', amount: 300 }),
  ]);
  expect(failureOf(by)).toBe('success');
  const scrolled = Number(await by.read('scrollX'));
  expect(scrolled).toBeGreaterThanOrEqual(100);
  expect(scrolled).toBeLessThan(700);
  const back = await stage.run(wide, [
    interact('scroll', { direction: 'right' }),
    interact('scroll', { direction: 'left' }),
  ]);
  expect(failureOf(back)).toBe('success');
  expect(await back.read('scrollX')).toBe(0);
});
