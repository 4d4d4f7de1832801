import { expect, test } from '@jest/globals';
import { failureOf, interact } from '../../test/run-on-page.ts';
import { useStage } from '../../test/use-stage.ts';

const stage = useStage();

const command = 'locator("#x")';
const setTo = (value: unknown) =>
  interact('set_value', { command, value }, { group: { max_tries: 5 } });
const options = '<option value=a>Austria<option value=b>Belgium';
const radios = (attributes = '') =>
  ['Bad', 'Good', 'Best']
    .map(
      (word, at) => `<label>${word}<input type=radio name=r value=${at + 1} ${attributes}></label>`,
    )
    .join('');
const rating = `<style>.drawn input { position: absolute; width: 1px; height: 1px; opacity: 0; left: -99px }</style>
  <div id=x role=radiogroup class=drawn>${radios()}</div>`;
const spin = (max: number) =>
  `<div id=x role=spinbutton tabindex=0 aria-valuemin=0 aria-valuemax=${max} aria-valuenow=3>3</div>
  <script>x.onkeydown = ({ key }) => {
    const now = Number(x.ariaValueNow) + ({ ArrowUp: 1, ArrowDown: -1 }[key] ?? 0);
    x.ariaValueNow = x.textContent = Math.min(now, window.limit ?? ${max});
  }</script>`;

// proves field: interaction_action.set_value.command; interaction_action.set_value.value
test.each<[control: string, value: unknown, seen: readonly [expression: string, is: unknown]]>([
  ['<input id=x>', 'Ann {n[0]}', ['x.value', 'Ann 7']],
  ['<input id=x type=number min=0 max=10>', 7, ['x.value', '7']],
  ['<input id=x type=range>', 37, ['x.value', '37']],
  ['<input id=x type=date min=2026-01-01>', '2026-12-24', ['x.value', '2026-12-24']],
  ['<input id=x type=time>', '09:30', ['x.value', '09:30']],
  ['<input id=x type=month>', '2026-12', ['x.value', '2026-12']],
  ['<input id=x type=week>', '2026-W12', ['x.value', '2026-W12']],
  ['<input id=x type=datetime-local>', '2026-12-24T09:30', ['x.value', '2026-12-24T09:30']],
  ['<input id=x type=color>', '#00ff7f', ['x.value', '#00ff7f']],
  ['<textarea id=x>old</textarea>', 'a\nb', ['x.value', 'a\nb']],
  ['<div id=x contenteditable>old</div>', 'new', ['x.innerText', 'new']],
  [`<select id=x>${options}</select>`, 'Belgium', ['x.value', 'b']],
  ['<input id=x type=checkbox>', true, ['x.checked', true]],
  ['<input id=x type=checkbox checked>', 'False', ['x.checked', false]],
  [
    `<div id=x role=switch aria-checked=false onclick="this.ariaChecked = 'true'">Wi-Fi</div>`,
    true,
    ['x.ariaChecked', 'true'],
  ],
  [
    `<fieldset id=x>${radios()}</fieldset>`,
    'Best',
    ['document.querySelector(":checked").value', '3'],
  ],
  [radios('id=x'), 2, ['document.querySelector(":checked").value', '2']],
  [
    '<label>Yes<input type=radio name=r value=true></label><label>No<input id=x type=radio name=r value=false></label>',
    true,
    ['document.querySelector(":checked").value', 'true'],
  ],
  [rating, 3, ['document.querySelector(":checked").value', '3']],
  [spin(10), 8, ['x.textContent', '8']],
])('sets %s to %j', async (control, value, [expression, is]) => {
  const step = control.includes('name=r value=1 id=x')
    ? interact('set_value', { command: `${command}.first`, value })
    : setTo(value);
  const run = await stage.run(control, [step], { inputs: { n: [7] } });
  expect(failureOf(run)).toBe('success');
  expect(await run.read(expression)).toEqual(is);
});

test("fires the control's events, and none when the value is already set", async () => {
  const run = await stage.run(
    `<script>window.seen = []; for (const type of ['input', 'change']) addEventListener(type, (event) =>
       seen.push([type, event.target.id, event.target.checked ?? event.target.value]))</script>
     <input id=x><input id=box type=checkbox>`,
    [
      setTo('Ann'),
      interact('set_value', { command: 'locator("#box")', value: true }),
      interact('set_value', { command: 'locator("#box")', value: true }),
    ],
  );
  expect(failureOf(run)).toBe('success');
  const seen = (await run.read('seen')) as unknown[][];
  expect(seen.map(([type, id]) => [type, id])).toEqual([
    ['input', 'x'],
    ['change', 'x'],
    ['input', 'box'],
    ['change', 'box'],
  ]);
});

test.each<[control: string, value: unknown, reason: RegExp]>([
  ['<input id=x type=number max=10>', 11, /takes nothing above 10/],
  ['<input id=x type=number min=1 step=2>', 4, /takes only steps of 2 from 1/],
  ['<input id=x type=date min=2026-01-01>', '2025-12-31', /takes nothing below 2026-01-01/],
  ['<input id=x type=date>', '24.12.2026', /takes a date as YYYY-MM-DD/],
  ['<input id=x type=range max=50 step=5>', 52, /takes a number from 0 to 50 in steps of 5/],
  [spin(10), 11, /takes a number from 0 to 10/],
  ['<input id=x type=checkbox>', 'maybe', /specify true or false/],
  [`<fieldset id=x>${radios()}</fieldset>`, 'Go', /no radio button .*"Bad","Good","Best"/],
  ['<input id=x type=file>', 'a.pdf', /use upload_file/],
  ['<div id=x role=listbox>A</div>', 'A', /click the list open and click the option/],
  ['<p id=x>A</p>', 'A', /has no value that can be set: use click_element/],
])('for %s, rejects the value %j before touching the page', async (control, value, reason) => {
  const run = await stage.run(
    `${control}<script>window.seen = 0; for (const type of ['input', 'change', 'mousedown']) addEventListener(type, () => { seen += 1 })</script>`,
    [setTo(value)],
  );
  expect(failureOf(run)).toMatch(/^not_actionable: not_actionable: locator\("#x"\)/);
  expect(failureOf(run)).toMatch(reason);
  expect(await run.read('seen')).toBe(0);
});

test.each<[control: string, value: unknown, shown: string]>([
  ['<input id=x maxlength=3>', 'Annabel', '"Ann"'],
  ['<input id=x type=date oninput="this.value = `2026-01-02`">', '2026-12-24', '"2026-01-02"'],
  [`<select id=x onchange="this.value = 'a'">${options}</select>`, 'Belgium', '"Austria"'],
  ['<input id=x type=checkbox onclick="event.preventDefault()">', true, '"false"'],
  [`<script>window.limit = 5</script>${spin(10)}`, 8, '"5"'],
  ['<input id=x type=password maxlength=3>', 'secret', 'a value other than the one given'],
])('reports what %s shows when it does not accept %j', async (control, value, shown) => {
  const run = await stage.run(control, [setTo(value)]);
  const failure = failureOf(run);
  expect(failure).toMatch(/^value_not_taken: locator\("#x"\) did not accept the value: it shows /);
  expect(failure).toContain(`it shows ${shown}.`);
});

test('rejects an unknown option of a select and lists the available ones', async () => {
  const run = await stage.run(`<select id=x>${options}</select>`, [setTo('France')]);
  expect(failureOf(run)).toMatch(/^option_not_found: .*It has: "Austria", "Belgium"/);
});
