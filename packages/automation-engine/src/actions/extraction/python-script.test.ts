import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openBrowser, type TestBrowser } from '@errand/test-kit';
import { scripts } from '../../test/open-scripts.ts';
import { failureOf, interact, openStage, type Stage } from '../../test/run-on-page.ts';

let browser: TestBrowser;
let stage: Stage;
beforeAll(async () => {
  browser = await openBrowser();
  stage = await openStage(browser, (_, response) => response.end('{"total": 3}'));
});
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
  await browser[Symbol.asyncDispose]();
});

const html = `<h1>Order 4711</h1><button onclick="fetch('/api/orders')">Load</button><input id=field>`;

function extract(script: string, fields: object = {}, nodes: readonly object[] = []) {
  const group = { unique_identifier: 'of {order[0]}', python_script: { script, ...fields } };
  return stage.run(html, [{ extraction_action: group, end_sleep_time: 0 }, ...nodes], {
    inputs: { order: ['4711'] },
    dependencies: scripts(),
  });
}

// proves field: extraction_action.python_script.script
// proves field: extraction_action.python_script.output_variable_names
// proves field: extraction_action.python_script.extraction_format
test("extracts the script's result from the page's tree and the browser", async () => {
  const script = `
async def code_fn(axtree, browser):
    page = await browser.get_current_page()
    heading = await page.locator("h1").inner_text()
    return {"heading": heading, "found": "{order[0]}" in axtree and "Load" in axtree, "all": ["a", "b"]}`;
  const type = interact('input_text', {
    command: 'locator("#field")',
    input_text: '{heading[0]} {all[1]}',
  });
  const fields = {
    extraction_format: { heading: 'str', found: 'bool', all: 'List[str]' },
    output_variable_names: ['heading', 'all'],
  };
  const run = await extract(script, fields, [type]);
  expect(failureOf(run)).toBe('success');
  const json = { heading: 'Order 4711', found: true, all: ['a', 'b'] };
  expect(run.result.outputData).toEqual([{ unique_identifier: 'of 4711', json_data: json }]);
  expect(await run.read('document.querySelector("#field").value')).toBe('Order 4711 b');
});

test('passes the network calls since the last interaction to the script', async () => {
  const script = `
async def code_fn(axtree, browser):
    call = [call for call in browser.network_calls if call["url"].endswith("/api/orders")][0]
    return {"method": call["method"], "status": call["status"], "body": call["body"]}`;
  const group = { extraction_action: { python_script: { script } } };
  const click = {
    ...interact('click_element', { command: 'locator("button")' }),
    end_sleep_time: 5,
  };
  const run = await stage.run(html, [click, group], { dependencies: scripts() });
  expect(failureOf(run)).toBe('success');
  const json = { method: 'GET', status: 200, body: '{"total": 3}' };
  expect(run.result.outputData).toEqual([{ json_data: json }]);
});

const price = { extraction_format: { price: 'Any' }, output_variable_names: ['price'] };
const returning = (value: string) => `async def code_fn(axtree, browser):\n    return ${value}`;

test('stores nothing for None, and leaves no earlier value in a variable', async () => {
  const none = { python_script: { script: returning('None'), ...price } };
  const type = interact('input_text', { command: 'locator("#field")', input_text: '{price[0]}' });
  const nodes = [{ extraction_action: none }, type];
  const run = await extract(returning('{"price": 5}'), price, nodes);
  expect(failureOf(run)).toBe('success');
  expect(await run.read('document.querySelector("#field").value')).toBe('');
  expect(run.result.outputData).toEqual([
    { unique_identifier: 'of 4711', json_data: { price: 5 } },
  ]);
});

test.each(['None', '[1, {"a": None}]'])(
  'fails when a variable would be %s, unless allow_none is set',
  async (value) => {
    const script = { script: returning(`{"price": ${value}, "other": None}`), ...price };
    const allowed = { extraction_action: { python_script: script, allow_none: true } };
    const refused = { extraction_action: { python_script: script } };
    const run = await stage.run(html, [allowed, refused], { dependencies: scripts() });
    expect(failureOf(run)).toBe(
      'extraction_empty: code_fn returned no value for price. Set allow_none to accept that.',
    );
    expect(run.result.outputData).toHaveLength(1);
  },
);

const types = {
  fee: 'float',
  count: 'int',
  open: 'bool',
  note: 'Optional[str]',
  rows: ['Optional[int]'],
  buyer: { name: 'str', age: 'int | None' },
};
const whole = `"fee": "0.50", "count": " 3 ", "open": "Yes", "rows": ["1", 2, None], "buyer": {"name": "Ann", "vip": True}`;

test('converts the texts of the dict to the types of the format', async () => {
  const run = await extract(returning(`{${whole}, "more": "5"}`), { extraction_format: types });
  expect(failureOf(run)).toBe('success');
  const buyer = { name: 'Ann', age: null, vip: true };
  const json = { fee: 0.5, count: 3, open: true, note: null, rows: [1, 2, null], buyer, more: '5' };
  expect(run.result.outputData).toMatchObject([{ json_data: json }]);
});

test.each([
  ['"fee": "abc"', '"abc" for fee, which is not of type float'],
  ['"fee": True', 'true for fee, which is not of type float'],
  ['"count": 1.5', '1.5 for count, which is not of type int'],
  ['"open": 1', '1 for open, which is not of type bool'],
  ['"note": 5', '5 for note, which is not of type str'],
  ['"rows": 1', '1 for rows, which is not of type list'],
  ['"rows": [1, "x"]', '"x" for rows[1], which is not of type int'],
  ['"buyer": []', '[] for buyer, which is not of type object'],
  ['"buyer": {"name": ["Ann"]}', '["Ann"] for buyer.name, which is not of type str'],
])('refuses a value that does not have the type of its field: %s', async (fields, problem) => {
  const run = await extract(returning(`{${whole}, ${fields}}`), { extraction_format: types });
  expect(failureOf(run)).toMatch(`extraction_format: code_fn returned ${problem}.`);
  expect(run.result.outputData).toEqual([]);
});

test.each([
  ['{"fee": 1}', 'count, open, rows, buyer'],
  [`{${whole}, "fee": " "}`, 'fee'],
  [`{${whole}, "buyer": {"age": 5}}`, 'buyer.name'],
])(
  'fails when a required field has no value, unless allow_none is set: %s',
  async (value, names) => {
    const python = { script: returning(value), extraction_format: types };
    const allowed = { extraction_action: { python_script: python, allow_none: true } };
    const refused = { extraction_action: { python_script: python } };
    const run = await stage.run(html, [allowed, refused], { dependencies: scripts() });
    expect(failureOf(run)).toBe(
      `extraction_empty: code_fn returned no value for ${names}. Set allow_none to accept that.`,
    );
    expect(run.result.outputData).toHaveLength(1);
  },
);

test('keeps the dict as it is without a format', async () => {
  const run = await extract(returning('{"fee": "0.50", "n": None}'));
  expect(run.result.outputData).toMatchObject([{ json_data: { fee: '0.50', n: null } }]);
});

test.each([
  ['[1]', /returned a list: an extraction returns a dict or None/],
  ['"x"', /returned a string/],
  ['{"b": 1}', /has no a, which output_variable_names asks for\. It has: b\./],
])('rejects a result that is not a dict or None: %s', async (value, message) => {
  const run = await extract(`async def code_fn(axtree, browser):\n    return ${value}`, {
    extraction_format: { a: 'int' },
    output_variable_names: ['a'],
  });
  expect(run.result).toMatchObject({ error: { class: 'script_error', retry: 'never' } });
  expect(failureOf(run)).toMatch(message);
});

// proves field: extraction_action.python_script.timeout_seconds
test('ends a script after timeout_seconds', async () => {
  const script = 'import asyncio\nasync def code_fn(axtree, browser):\n    await asyncio.sleep(60)';
  const run = await extract(script, { timeout_seconds: 0.5 });
  expect(failureOf(run)).toBe(
    'script_timeout: The script ran longer than timeout_seconds = 0.5 s and was stopped.',
  );
});
