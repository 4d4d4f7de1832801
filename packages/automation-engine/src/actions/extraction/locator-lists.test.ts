import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openBrowser, type TestBrowser } from '@errand/test-kit';
import { problemsOf } from '../../test/refusal.ts';
import { automationWith } from '../../test/wire-nodes.ts';
import { failureOf, openStage, type Stage } from '../../test/run-on-page.ts';

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

const extract = (locator: object, type: unknown = 'str', group: object = {}) => ({
  extraction_action: { locator: { extraction_format: { result: type }, ...locator }, ...group },
  before_sleep_time: 0,
});
const read = async (
  html: string,
  locator: object,
  { type, group }: { readonly type?: unknown; readonly group?: object } = {},
) => {
  const run = await stage.run(html, [
    extract({ output_variable_name: 'result', ...locator }, type, group),
  ]);
  return failureOf(run) === 'success'
    ? run.result.outputData[0]?.json_data?.['result']
    : failureOf(run);
};

const links = '<a href="/a?x=1" title=" ">one</a><a href="/b">two</a><a>three</a>';

// proves field: extraction_action.locator.attribute
test.each([
  [{ command: 'locator("a").first', attribute: 'href' }, 'str', {}, '/a?x=1'],
  [{ command: 'locator("a").first', attribute: 'title' }, 'str', {}, ' '],
  [
    { command: 'locator("a").last', attribute: 'href' },
    'Optional[str]',
    { allow_none: true },
    null,
  ],
  [
    { command: 'locator("a").last', attribute: 'href' },
    'str',
    {},
    'extraction_empty: The extraction of "result" found nothing: locator("a").last has no attribute href, or an empty one. Set allow_none to accept that.',
  ],
])('extracts an attribute: %j as %s', async (...[locator, type, group, expected]) => {
  expect(await read(links, locator, { type, group })).toEqual(expected);
});

// proves field: extraction_action.locator.all_matches
test.each([
  [links, { command: 'locator("a")' }, 'str', {}, ['one', 'two', 'three']],
  [links, { command: 'locator("a")' }, ['str'], {}, ['one', 'two', 'three']],
  [
    links,
    { command: 'locator("a")', attribute: 'href' },
    'Optional[str]',
    {},
    ['/a?x=1', '/b', null],
  ],
  ['<p>1<p>20<p> 3 ', { command: 'locator("p")' }, 'List[int]', {}, [1, 20, 3]],
  [
    '<input value=a><textarea>b</textarea>',
    { command: 'locator("input, textarea")' },
    'str',
    {},
    ['a', 'b'],
  ],
  ['x', { command: 'locator("p")' }, 'str', { allow_none: true }, []],
  [
    '<iframe srcdoc="<p>1<p>2"></iframe>',
    { command: 'frame_locator("iframe").locator("p")' },
    'int',
    {},
    [1, 2],
  ],
  [
    links,
    { command: 'locator("a")', attribute: 'href' },
    'str',
    {},
    'extraction_empty: The extraction of "result[2]" found nothing: locator("a") has no attribute href, or an empty one. Set allow_none to accept that.',
  ],
  [
    '<p>1<p>two',
    { command: 'locator("p")' },
    'int',
    {},
    'extraction_format: The text of "result[1]" is "two", which is not of type int. Declare it as str, or point the locator at another element.',
  ],
])('extracts all matches: %s %j as %j', async (...[html, locator, type, group, expected]) => {
  expect(await read(html, { ...locator, all_matches: true }, { type, group })).toEqual(expected);
});

test('fails without matches and waits for those still being added', async () => {
  const params = { command: 'locator("p")', all_matches: true };
  expect(await read('x', params)).toMatch(/^extraction_empty: .* matched no element/);
  const late = `<script>let n = 0; const timer = setInterval(() => {
    document.body.append(Object.assign(document.createElement('p'), { textContent: ++n }));
    if (n === 8) clearInterval(timer);
  }, 100)</script>`;
  expect(await read(`<body>${late}`, params, { type: 'int' })).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});

test('sets a list that loops iterate over', async () => {
  const nodes = [
    extract({ command: 'locator("a")', all_matches: true }),
    {
      variable_name: 'node1_output',
      nodes: [
        {
          misc_action: {
            set_variable: {
              name: 'seen',
              value: '{node1_output[index]}',
              output_variable_name: 'seen',
            },
          },
          end_sleep_time: 0,
        },
      ],
    },
  ];
  const run = await stage.run(links, nodes);
  expect(run.result.outputData.slice(1).map(({ json_data: data }) => data?.['seen'])).toEqual([
    'one',
    'two',
    'three',
  ]);
});

const plain = `<table><thead><tr><th>Order<th>  Amount
  due<th></thead><tbody><tr><td>A-1<td>12.50<td>x</tr></tbody>
  <tbody><tr><td>A-2<td><b>7</b><td></tr><tr style="display:none"><td>no<td>0<td></tr>
  <tr><td colspan=3>2 orders</tr></tbody><tfoot><tr><td>Sum<td>19.50<td></tfoot></table>`;
const spans = `<table><tr><th rowspan=2>Name<th colspan=2>Mon<th colspan=2>Tue</tr>
  <tr><th>in<th>out<th>in<th>out</tr>
  <tr><th scope=row rowspan=2>Ann<td>8<td>12<td colspan=2>off</tr>
  <tr><td>13<td>17<td>9<td>11</tr></table>`;
const nested = `<table id=outer><tr><th>Name<th>Parts</tr>
  <tr><td>Box<td><table><tr><th>inner</tr><tr><td>lid</td></tr></table></td></tr></table>`;
const grid = `<div role=grid aria-rowcount=40><div role=row aria-rowindex=1><span role=columnheader aria-colindex=2>Qty</span>
  <span role=columnheader aria-colindex=1>Item</span></div><div role=rowgroup>
  <div role=row aria-rowindex=3><span role=gridcell aria-colindex=1>pen</span><span role=gridcell aria-colindex=2>3</span></div>
  <div role=row aria-rowindex=2><span role=gridcell aria-colindex=2>9</span></div></div>
  <div role=rowgroup><div role=row aria-rowindex=2><span role=rowheader aria-colindex=1>cup</span></div></div></div>`;
const controls = `<table><tr><th>On<th>Name<th>Size</tr><tr><td><input type=checkbox checked>
  <td><input value=Ann><td><select><option>S<option selected>M</select></tr></table>`;

// proves field: extraction_action.locator.table
test.each([
  [
    'headers, several bodies, hidden and empty lines',
    plain,
    'locator("table")',
    'Any',
    [
      { Order: 'A-1', 'Amount due': '12.50', column_3: 'x' },
      { Order: 'A-2', 'Amount due': '7', column_3: '' },
    ],
  ],
  [
    'typed columns',
    plain,
    'locator("table")',
    [{ order: 'str', 'amount due': 'float' }],
    [
      { order: 'A-1', 'amount due': 12.5 },
      { order: 'A-2', 'amount due': 7 },
    ],
  ],
  [
    'cells that span columns and rows',
    spans,
    'get_by_role("table")',
    'Any',
    [
      { Name: 'Ann', 'Mon / in': '8', 'Mon / out': '12', 'Tue / in': 'off', 'Tue / out': 'off' },
      { Name: 'Ann', 'Mon / in': '13', 'Mon / out': '17', 'Tue / in': '9', 'Tue / out': '11' },
    ],
  ],
  ['a table in a table', nested, 'locator("#outer")', { name: 'str' }, [{ name: 'Box' }]],
  [
    'the only table of an element',
    `<div id=a>${controls}</div>`,
    'locator("#a")',
    'dict',
    [{ On: 'true', Name: 'Ann', Size: 'M' }],
  ],
  [
    'an ARIA grid whose rows are drawn in pieces and out of order',
    grid,
    'get_by_role("grid")',
    { Item: 'str', Qty: 'int' },
    [
      { Item: 'cup', Qty: 9 },
      { Item: 'pen', Qty: 3 },
    ],
  ],
  [
    'no header',
    '<table><tr><td>1<td>2</table>',
    'locator("table")',
    'Any',
    [{ column_1: '1', column_2: '2' }],
  ],
  [
    'headers with the same name',
    '<table><tr><th>a<th>a<tr><td>1<td>2</table>',
    'locator("table")',
    'Any',
    [{ a: '1', 'a (2)': '2' }],
  ],
])('extracts a table with %s', async (...[, html, command, type, expected]) => {
  expect(await read(html, { command, table: true }, { type })).toEqual(expected);
});

test.each([
  [
    '<p>x</p>',
    'locator("p")',
    'Any',
    /^not_actionable: .*locator\("p"\) is <p>, which is not a table: point the locator/,
  ],
  [`${plain}${nested}`, 'locator("table")', 'Any', /^locator_ambiguous: /],
  [
    plain,
    'locator("table")',
    { Total: 'str' },
    /has no column "Total". It has: "Order", "Amount due", "column_3"\.$/,
  ],
  [
    plain,
    'locator("table")',
    { column_3: 'int' },
    /"result\[0\]\.column_3" is "x", which is not of type int/,
  ],
  [spans, 'locator("table")', { Name: 'int' }, /"result\[0\]\.Name" is "Ann"/],
  ['<table><tr><th>a</table>', 'locator("table")', 'Any', /^extraction_empty: .* has no rows/],
  ['x', 'locator("table")', 'Any', /^extraction_empty: .* matched no element/],
])('fails on %s', async (...[html, command, type, message]) => {
  expect(await read(html, { command, table: true }, { type })).toMatch(message);
});

test('logs that a grid has more rows than the page contains', async () => {
  const run = await stage.run(grid, [
    extract({ command: 'get_by_role("grid")', table: true }, 'Any'),
  ]);
  expect(run.events[0]?.log).toEqual([
    'node1_output: 2 rows are on the page; the table reports 37 more. Scroll or page to them, then extract again.',
  ]);
});

const command = 'locator("a")';
test.each([
  [
    { command, table: true, all_matches: true },
    'Any',
    ['all_matches'],
    /cannot be combined with table/,
  ],
  [
    { command, table: true, attribute: 'href' },
    'Any',
    ['attribute'],
    /cannot be combined with table/,
  ],
  [{ command, table: true }, 'str', ['extraction_format', 'result'], /A table is extracted as Any/],
  [
    { command, table: true },
    { a: ['str'] },
    ['extraction_format', 'result'],
    /A table is extracted/,
  ],
  [{ command, all_matches: true }, { a: 'str' }, ['extraction_format', 'result'], /type of one of/],
  [{ command }, ['str'], ['extraction_format', 'result'], /extracts one text/],
  [
    { command, all_matches: true, extraction_instructions: 'Read' },
    'str',
    ['extraction_instructions'],
    /A model cannot extract all_matches/,
  ],
  [{ command, attribute: ' ' }, 'str', ['attribute'], /blank/],
])('rejects %j as %j', (...[locator, type, path, message]) => {
  expect(problemsOf(automationWith([extract(locator, type)]))).toEqual([
    {
      path: ['nodes', 0, 'extraction_action', 'locator', ...path],
      message: expect.stringMatching(message),
    },
  ]);
});
