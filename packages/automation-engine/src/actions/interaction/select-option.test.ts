import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openBrowser, type TestBrowser } from '@errand/test-kit';
import {
  failureOf,
  interact,
  openStage,
  type RunOptions,
  type Stage,
} from '../../test/run-on-page.ts';

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

const countries = `<select id=list><option value="">Choose</option><option value=de>Germany</option>
  <option value=fr>France</option><option value=gf>French Guiana</option></select>`;
const selectFrom = (html: string, values: readonly string[], options?: RunOptions) =>
  stage.run(
    `${html}<script>window.seen = []; for (const t of ['input', 'change']) addEventListener(t, () => seen.push(t))</script>`,
    [interact('select_option', { command: 'locator("#list")', select_values: values })],
    options,
  );

test('takes what is no pattern, or is a label itself, as it is', async () => {
  const list =
    '<select id=list><option value=a>Any<option value=b>Price (in $<option value=c>Sum in $</select>';
  for (const [wanted, value] of [
    ['Price (in $', 'b'],
    ['Sum in $', 'c'],
  ] as const) {
    const run = await selectFrom(list, [wanted]);
    expect(failureOf(run)).toBe('success');
    expect(await run.read('list.value')).toBe(value);
  }
});

// proves: interaction_action.select_option.command, interaction_action.select_option.select_values
test.each([
  ['a value', 'fr', 'fr'],
  ['a label', 'Germany', 'de'],
  ['a pattern', '^French', 'gf'],
  ['a pattern over values', '^d', 'de'],
  ['a label in another case', 'GERMANY', 'de'],
  ['the beginning of a label', 'germ', 'de'],
])('selects by %s and fires input and change once', async (_way, wanted, value) => {
  const run = await selectFrom(countries, [wanted]);
  expect(failureOf(run)).toBe('success');
  expect(await run.read('[list.value, seen]')).toEqual([value, ['input', 'change']]);
});

test('lists the options when none matches', async () => {
  const run = await selectFrom(countries, ['Spain']);
  expect(failureOf(run)).toBe(
    'option_not_found: locator("#list") has no option for "Spain". It has: "Choose", "Germany", "France", "French Guiana".',
  );
});

test('bounds the list of options', async () => {
  const options = Array.from({ length: 500 }, (_, index) => `<option>No ${index}a</option>`);
  const run = await selectFrom(`<select id=list>${options.join('')}</select>`, ['zzz']);
  expect(failureOf(run)).toMatch(/"No 19a", "and 480 more"\.$/);
});

test('waits until the options are loaded', async () => {
  const run = await selectFrom(
    `<select id=list><option value="">Loading</option></select>
     <script>setTimeout(() => { list.innerHTML = '<option value=x>Xenia</option><option value=y>Yves</option>' }, 200)</script>`,
    ['Yves'],
  );
  expect(await run.read('list.value')).toBe('y');
});

test('takes the only real choice', async () => {
  const one = await selectFrom('<select id=list><option value=a>Alpha</option></select>', ['b']);
  expect(await one.read('list.value')).toBe('a');
  const two = await selectFrom(
    '<select id=list><option>Select One</option><option value=b>Beta</option></select>',
    ['something'],
  );
  expect(await two.read('list.value')).toBe('b');
  const turned = await selectFrom(
    '<select id=list><option value=b>Beta</option><option selected>Select One</option></select>',
    ['something'],
  );
  expect(await turned.read('list.value')).toBe('b');
});

test.each([
  ['a beginning before that of a middle', '<option>Low alto<option>Altona<option>Rest'],
  ['labels where values are the same', '<option value=al>Zero<option value=al>Alto 2<option>Rest'],
])('takes the likeness of %s', async (_what, options) => {
  const run = await selectFrom(`<select id=list>${options}</select>`, ['alto']);
  expect(failureOf(run)).toBe('success');
  expect(await run.read('list.selectedIndex')).toBe(1);
});

test('takes no likeness while better options may still come', async () => {
  const run = await selectFrom(
    `<select id=list><option>Choose<option>Yvesville<option>Rest</select>
     <script>setTimeout(() => { list.innerHTML += '<option>YVES' }, 250)</script>`,
    ['yves'],
  );
  expect(await run.read('list.value')).toBe('YVES');
});

test('selects several options of a multiple list, and no others', async () => {
  const run = await selectFrom(
    '<select id=list multiple><option selected>a<option>b<option>c</select>',
    ['b', '{last[0]}'],
    { inputs: { last: ['c'] } },
  );
  expect(await run.read('[...list.selectedOptions].map((option) => option.value)')).toEqual([
    'b',
    'c',
  ]);
});

test.each([
  ['an unknown value', ['b', 'zzz', 'c'], '"zzz"'],
  ['unknown values', ['yyy', 'b', 'zzz'], '"yyy", "zzz"'],
])('selects nothing when one of several values is %s', async (_what, values, missing) => {
  const html = '<select id=list multiple><option selected>a<option>b<option>c</select>';
  const run = await selectFrom(html, values);
  expect(failureOf(run)).toMatch(
    `option_not_found: locator("#list") has no option for ${missing}.`,
  );
  expect(await run.read('[list.value, seen]')).toEqual(['a', []]);
});

test('refuses several values for a list that takes one', async () => {
  const run = await selectFrom(countries, ['fr', 'de']);
  expect(failureOf(run)).toMatch(
    /^not_actionable: .*takes one option, but select_values asks for 2/,
  );
  expect(await run.read('[list.value, seen]')).toEqual(['', []]);
});

test('takes a bound text that is no pattern as it is', async () => {
  const run = await selectFrom(countries, ['{sought[0]}'], { inputs: { sought: ['^('] } });
  expect(failureOf(run)).toMatch(/^option_not_found: .* has no option for "\^\("/);
  expect(failureOf(run)).not.toMatch(/pptr:|file:/);
});

test('does not select a disabled option', async () => {
  const run = await selectFrom('<select id=list><option>a<option>b<option disabled>c</select>', [
    'c',
  ]);
  expect(failureOf(run)).toMatch(/^option_not_found.*"c \(disabled\)"/);
});

test('says that a list made of other elements must be clicked', async () => {
  const run = await selectFrom('<div id=list role=combobox>Choose</div>', ['a']);
  expect(failureOf(run)).toMatch(
    /^not_actionable.*is <div id="list" role="combobox">: select_option needs a <select>/,
  );
});

// proves: interaction_action.select_option.expect_download, interaction_action.select_option.download_filename
// proves: interaction_action.select_option.download_metadata
test('waits for the file that the choice downloads', async () => {
  const run = await stage.run(
    `<a id=file download="export.csv" href="data:text/csv,a"></a>
     <select id=list onchange="setTimeout(() => file.click(), 200)"><option>Choose<option>CSV</select>`,
    [
      interact('select_option', {
        command: 'locator("#list")',
        select_values: ['CSV'],
        expect_download: true,
        download_filename: 'report {month[0]}',
        download_metadata: { month: '{month[0]}' },
      }),
    ],
    { inputs: { month: ['March'] } },
  );
  expect(failureOf(run)).toBe('success');
  expect(run.result.downloads).toMatchObject([
    { filename: 'report March.csv', metadata: { month: 'March' } },
  ]);
});
