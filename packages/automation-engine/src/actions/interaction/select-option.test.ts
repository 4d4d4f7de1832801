import { expect, test } from '@jest/globals';
import { failureOf, interact, type RunOptions } from '../../test/run-on-page.ts';
import { useStage } from '../../test/use-stage.ts';

const stage = useStage();

const countries = `<select id=list><option value="">Choose</option><option value=de>Germany</option>
  <option value=fr>France</option><option value=gf>French Guiana</option></select>`;
const selectFrom = (html: string, values: readonly string[], options?: RunOptions) =>
  stage.run(
    `${html}<script>window.seen = []; for (const t of ['input', 'change']) addEventListener(t, () => seen.push(t))</script>`,
    [interact('select_option', { command: 'locator("#list")', select_values: values })],
    options,
  );

test('matches text literally when it is not a valid pattern or equals a label', async () => {
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

// proves field: interaction_action.select_option.command
// proves field: interaction_action.select_option.select_values
test.each([
  ['a value', 'fr', 'fr'],
  ['a label', 'Germany', 'de'],
  ['a pattern', '^French', 'gf'],
  ['a pattern over values', '^d', 'de'],
  ['a label in another case', 'GERMANY', 'de'],
  ['a label with other white space', ' French\n guiana ', 'gf'],
  ['a text marked as a value', 'value=fr', 'fr'],
  ['a text marked as a label', 'label=France', 'fr'],
])('selects by %s and fires input and change once', async (_way, wanted, value) => {
  const run = await selectFrom(countries, [wanted]);
  expect(failureOf(run)).toBe('success');
  expect(await run.read('[list.value, seen]')).toEqual([value, ['input', 'change']]);
});

test.each([
  ['part of a longer name', '<option>South Georgia<option>Germany', 'Georgia'],
  ['the beginning of a label', '<option>Not applicable<option>Yes', 'No'],
  ['the beginning of a value', '<option value=1>One<option value=2>Two', '10'],
  ['unlike the only option', '<option value=visa>Visa', 'Mastercard'],
  ['unlike the only real option', '<option>Select One<option value=b>Beta', 'Alpha'],
  ['a text without its spaces', '<option>New York<option>Other', 'NewYork'],
  ['no text at all', '<option value=a>A<option value=b>B', ''],
])('never selects an option for %s', async (_what, options, wanted) => {
  const html = `<select id=list><option value=kept selected>Kept${options}</select>`;
  const run = await selectFrom(html, [wanted]);
  expect(failureOf(run)).toMatch(/^option_not_found: .*It has: "Kept", /);
  expect(await run.read('[list.value, seen]')).toEqual(['kept', []]);
});

test.each([
  ['a label', '<option value=1>Springfield<option value=2>Springfield', 'Springfield'],
  ['a folded label', '<option value=1>SPRINGFIELD<option value=2>springfield', 'Springfield'],
  ['a pattern', '<option value=1>Springfield A<option value=2>Springfield B', '^Spring'],
  ['a value and a label', '<option value=2>Springfield<option value=1>2', '2'],
])('fails when %s matches options with different values', async (_what, options, wanted) => {
  const html = `<select id=list><option value=kept selected>Kept${options}</select>`;
  const run = await selectFrom(html, [wanted]);
  expect(failureOf(run)).toMatch(
    /^option_ambiguous: .* has several options for ".*": "\w+.* \(value \d\)", "\w+.* \(value \d\)"\./i,
  );
  expect(await run.read('[list.value, seen]')).toEqual(['kept', []]);
});

test.each([
  [
    'the first of two with the same value',
    '<option value=de>Germany<option>Rest<option value=de>Germany',
    'Germany',
    1,
  ],
  ['the visible one', '<option value=a hidden>Plan<option value=b>Plan', 'Plan', 2],
  ['the one that its prefix selects', '<option value=0>1<option value=1>2', 'label=1', 1],
  [
    'an option in a group',
    '<optgroup label=A disabled><option value=a>X</optgroup><optgroup label=B><option value=b>X',
    'X',
    2,
  ],
])('selects %s', async (...[, options, wanted, index]) => {
  const run = await selectFrom(`<select id=list><option value="">Choose${options}</select>`, [
    wanted,
  ]);
  expect(failureOf(run)).toBe('success');
  expect(await run.read('list.selectedIndex')).toBe(index);
});

test('selects all matches of a pattern in a multiple list', async () => {
  const run = await selectFrom(
    `<select id=list multiple><option>Area A</select>
     <script>setTimeout(() => { list.innerHTML += '<option>Other<option>Area B' }, 200)</script>`,
    ['^Area'],
  );
  expect(await run.read('[...list.selectedOptions].map((option) => option.value)')).toEqual([
    'Area A',
    'Area B',
  ]);
});

test('lists the options when none matches', async () => {
  const run = await selectFrom(countries, ['Spain']);
  expect(failureOf(run)).toBe(
    'option_not_found: locator("#list") has no option for "Spain". It has: "Choose", "Germany", "France", "French Guiana".',
  );
});

test('truncates the list of options', async () => {
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

test('waits for an exact match before it accepts one that differs in case', async () => {
  const run = await selectFrom(
    `<select id=list><option>Choose<option>Yves<option>Rest</select>
     <script>setTimeout(() => { list.innerHTML += '<option>yves' }, 250)</script>`,
    ['yves'],
  );
  expect(await run.read('list.value')).toBe('yves');
});

test('waits for further options before it accepts the only match of a pattern', async () => {
  const run = await selectFrom(
    `<select id=list><option>Choose<option>South Georgia</select>
     <script>setTimeout(() => { list.innerHTML += '<option>South Korea' }, 250)</script>`,
    ['^South'],
  );
  expect(failureOf(run)).toMatch(/^option_ambiguous: .*"South Georgia.*"South Korea/);
});

test('selects exactly the given options of a multiple list', async () => {
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

test('rejects several values for a single-choice list', async () => {
  const run = await selectFrom(countries, ['fr', 'de']);
  expect(failureOf(run)).toMatch(
    /^not_actionable: .*takes one option, but select_values asks for 2/,
  );
  expect(await run.read('[list.value, seen]')).toEqual(['', []]);
});

test('treats bound text as literal when it is not a valid pattern', async () => {
  const run = await selectFrom(countries, ['{sought[0]}'], { inputs: { sought: ['^('] } });
  expect(failureOf(run)).toMatch(/^option_not_found: .* has no option for "\^\("/);
  expect(failureOf(run)).not.toMatch(/pptr:|file:/);
});

test('does not select a disabled option', async () => {
  const run = await selectFrom(
    '<select id=list><option>a<option hidden>b<option disabled>c</select>',
    ['c'],
  );
  expect(failureOf(run)).toMatch(/^option_not_found.*"b \(hidden\)", "c \(disabled\)"/);
});

test('reports that a list made of other elements must be clicked', async () => {
  const run = await selectFrom('<div id=list role=combobox>Choose</div>', ['a']);
  expect(failureOf(run)).toMatch(
    /^not_actionable.*is <div id="list" role="combobox">: select_option needs a <select>/,
  );
});

// proves field: interaction_action.select_option.expect_download
// proves field: interaction_action.select_option.download_filename
// proves field: interaction_action.select_option.download_metadata
test('waits for the file that the selection downloads', async () => {
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
