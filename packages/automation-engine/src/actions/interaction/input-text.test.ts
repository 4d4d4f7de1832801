import { expect, test } from '@jest/globals';
import { failureOf, interact, type RunOptions } from '../../test/run-on-page.ts';
import { useStage } from '../../test/use-stage.ts';

const stage = useStage();

const target = { command: 'locator("#field")' };
const quick = { max_timeout_seconds_per_try: 1 };
const recordEvents = `<script>
  window.seen = [];
  for (const type of ['mousedown', 'keydown', 'input', 'change']) {
    addEventListener(type, (event) => seen.push(type + (event.key ? ':' + event.key : '')), true);
  }
</script>`;

const inputInto = (html: string, params: object, options?: RunOptions) =>
  stage.run(
    `${recordEvents}${html}`,
    [interact('input_text', { ...target, ...params }, { group: quick })],
    options,
  );

// proves field: interaction_action.input_text.command; interaction_action.input_text.input_text
test('replaces the whole value at once and fires input and change', async () => {
  const run = await inputInto('<input id=field value=old>', { input_text: 'new value' });
  expect(failureOf(run)).toBe('success');
  expect(await run.read('field.value')).toBe('new value');
  expect(await run.read('seen')).toEqual(['mousedown', 'input', 'change']);
});

// proves field: interaction_action.input_text.click_before_input
test('only focuses the field when click_before_input is false', async () => {
  const run = await inputInto('<input id=field>', { input_text: 'x', click_before_input: false });
  expect(await run.read('[seen, document.activeElement.id]')).toEqual([
    ['input', 'change'],
    'field',
  ]);
});

test('fills a covered field without clicking what covers it', async () => {
  const run = await inputInto(
    `<input id=field><div style="position:fixed;inset:0" onclick="window.hit = 1"></div>`,
    { input_text: 'x' },
  );
  expect(failureOf(run)).toBe('success');
  expect(await run.read('[field.value, window.hit]')).toEqual(['x', null]);
});

test('updates a framework that intercepts the value property', async () => {
  const run = await inputInto(
    `<input id=field><script>
       const native = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
       let tracked = '';
       Object.defineProperty(field, 'value', { get: () => native.get.call(field), set: (v) => { tracked = v; native.set.call(field, v); } });
       field.addEventListener('input', () => { window.noticed = native.get.call(field) !== tracked; });
     </script>`,
    { input_text: 'x' },
  );
  expect(await run.read('window.noticed')).toBe(true);
});

test.each([
  ['date', '2026-02-28'],
  ['time', '13:05'],
  ['datetime-local', '2026-02-28T13:05'],
  ['month', '2026-02'],
  ['number', '12.50'],
  ['color', '#ff0000'],
  ['email', 'ann@example.test'],
  ['password', 'päss"\'{x[0]}'],
])('fills an input of type %s', async (type, text) => {
  const run = await inputInto(
    `<input id=field type=${type}>`,
    { input_text: '{text[0]}' },
    {
      inputs: { text: [text] },
    },
  );
  expect(failureOf(run)).toBe('success');
  expect(await run.read('field.value')).toBe(text);
});

test.each([
  ['<input id=field type=date>', '28/02/2026', /takes a date as YYYY-MM-DD/],
  ['<input id=field type=number>', 'twelve', /takes a number/],
  ['<input id=field type=checkbox>', 'x', /takes no text/],
  ['<select id=field></select>', 'x', /is <select id="field">, which takes no text/],
  ['<div id=field>text</div>', 'x', /is <div id="field">, which takes no text/],
  ['<input id=field readonly>', 'x', /is not editable: it is read-only/],
  ['<input id=field disabled>', 'x', /is not enabled/],
])('rejects %s', async (html, text, reason) => {
  const run = await inputInto(html, { input_text: text });
  expect(failureOf(run)).toMatch(/^not_actionable/);
  expect(failureOf(run)).toMatch(reason);
  expect(failureOf(run)).not.toContain(text === 'x' ? '"x"' : text);
});

test('waits until a read-only field becomes editable', async () => {
  const run = await inputInto(
    `<input id=field readonly><script>setTimeout(() => { field.readOnly = false }, 100)</script>`,
    { input_text: 'x' },
  );
  expect(await run.read('field.value')).toBe('x');
});

test('fills a textarea and a contenteditable element', async () => {
  const run = await stage.run(
    `<textarea id=a>old</textarea><div id=b contenteditable><p>old</p></div>`,
    [
      interact('input_text', { command: 'locator("#a")', input_text: 'one\ntwo' }),
      interact('input_text', { command: 'locator("#b")', input_text: 'new' }),
    ],
  );
  expect(failureOf(run)).toBe('success');
  expect(await run.read('[a.value, b.innerText]')).toEqual(['one\ntwo', 'new']);
});

test('fills the field that a label belongs to', async () => {
  const run = await stage.run('<label>Your name <input></label>', [
    interact('input_text', { command: 'get_by_text("Your name")', input_text: 'Ann' }),
  ]);
  expect(await run.read('document.querySelector("input").value')).toBe('Ann');
});

// proves field: interaction_action.input_text.fill_or_type
test('types with key events after the existing text', async () => {
  const run = await inputInto('<input id=field value=a>', {
    input_text: 'b!é',
    fill_or_type: 'type',
  });
  expect(failureOf(run)).toBe('success');
  expect(await run.read('field.value')).toBe('ab!é');
  expect(await run.read('seen')).toEqual(expect.arrayContaining(['keydown:b', 'keydown:!']));
});

test('follows focus when one-character fields move it', async () => {
  const run = await stage.run(
    `<input id=field maxlength=1 oninput="second.focus()"><input id=second maxlength=1>`,
    [interact('input_text', { ...target, input_text: '42', fill_or_type: 'key_press' })],
  );
  expect(await run.read('field.value + second.value')).toBe('42');
});

test('presses keys on whatever has focus when there is no target', async () => {
  const run = await stage.run('<input id=field autofocus>', [
    interact('input_text', { input_text: 'ok', fill_or_type: 'key_press' }),
  ]);
  expect(failureOf(run)).toBe('success');
  expect(await run.read('field.value')).toBe('ok');
});

// proves field: interaction_action.input_text.press_enter
test('presses Enter afterwards, which submits the form', async () => {
  const run = await inputInto(
    `<form onsubmit="event.preventDefault(); window.sent = field.value"><input id=field></form>`,
    { input_text: 'query', press_enter: true },
  );
  expect(await run.read('window.sent')).toBe('query');
});

// proves field: interaction_action.input_text.is_slider
test('moves a slider', async () => {
  const html = '<input id=field type=range min=10 max=50 step=5>';
  const run = await inputInto(html, { input_text: '35', is_slider: true });
  expect(await run.read('field.value')).toBe('35');
  const refused = await inputInto(html, { input_text: '99', is_slider: true });
  expect(failureOf(refused)).toMatch(/takes a number from 10 to 50 in steps of 5/);
  const noSlider = await inputInto('<input id=field>', { input_text: '1', is_slider: true });
  expect(failureOf(noSlider)).toMatch(/is_slider needs an <input type="range">/);
});

test('skips when the text is a parameter with an empty list', async () => {
  const run = await inputInto(
    '<p>no field</p>',
    { input_text: '{name[0]}' },
    {
      inputs: { name: [] },
    },
  );
  expect(run.result.status).toBe('success');
  expect(run.events).toMatchObject([{ outcome: 'skipped', reason: '{name[0]} has no value.' }]);
});

test('skips when the text is a variable with an empty list', async () => {
  const run = await inputInto(
    '<p>no field</p>',
    { input_text: '{code[0]}' },
    { automation: { parameters: { input_parameters: {}, generated_parameters: { code: [] } } } },
  );
  expect(run.events).toMatchObject([{ outcome: 'skipped', reason: '{code[0]} has no value.' }]);
});

test.each([
  ['an unknown name', '{nmae[0]}'],
  ['an index beyond the list', '{name[1]}'],
  ['a field that the value lacks', '{name[0].first}'],
  ['white space around it', ' {nmae[0]} '],
])('fails when the text is a placeholder with %s', async (_what, text) => {
  const run = await inputInto(
    '<input id=field>',
    { input_text: text },
    { inputs: { name: ['Ann'] } },
  );
  expect(failureOf(run)).toContain(`placeholder_unresolved: No value for ${text.trim()}`);
  expect(run.events).toMatchObject([{ outcome: 'failed' }]);
});

test('fails when the text is only a parameter without a value', async () => {
  const run = await inputInto('<input id=field>', { input_text: 'Dr {name[0]}' });
  expect(failureOf(run)).toMatch(/^placeholder_unresolved: No value for \{name\[0\]\}/);
});

test('types a value that looks like a placeholder unchanged', async () => {
  const run = await inputInto(
    '<input id=field>',
    { input_text: '{name[0]}' },
    {
      inputs: { name: ['{password[0]} "quoted"'], password: ['secret'] },
    },
  );
  expect(await run.read('field.value')).toBe('{password[0]} "quoted"');
});

test('fails without text when there is no model to propose it', async () => {
  const run = await inputInto('<input id=field>', {});
  expect(failureOf(run)).toMatch(/^model_unavailable: input_text is not given/);
});
