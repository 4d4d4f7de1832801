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
