import { expect, test } from '@jest/globals';
import { scripts } from '../../test/open-scripts.ts';
import { failureOf, type RunOptions } from '../../test/run-on-page.ts';
import { useStage } from '../../test/use-stage.ts';

const stage = useStage();

const html = '<input id=field><p id=out></p>';
const script = (source: string) => ({
  python_script_action: { execution_code: source },
  end_sleep_time: 0,
});
const run = (sources: readonly string[], options: RunOptions = {}) =>
  stage.run(html, sources.map(script), {
    ...options,
    dependencies: { ...scripts(), ...options.dependencies },
  });

// proves field: python_script_action.execution_code
test('runs on the live page, with the values of the task', async () => {
  const source = `
import json
kept = "{who[0]}"
async def code_fn(page):
    await page.locator("#field").fill(f"{kept} {who[1]} {int({count[0]}) + 1}")
    print("filled", await page.input_value("#field"))
`;
  const inputs = { who: [`A"n'n\n{who[1]}`, 'Bob'], count: ['4'] };
  const finished = await run([source], { inputs });
  expect(failureOf(finished)).toBe('success');
  const typed = await finished.read('document.querySelector("#field").value');
  // A single-line field turns a line break into a space, as it does when a person pastes text.
  expect(typed).toBe(`A"n'n {who[1]} Bob 5`);
  expect(finished.events[0]?.log).toEqual([`filled A"n'n {who[1]} Bob 5`]);
});

test('passes attempt state, parameters and variables to ctx', async () => {
  const first =
    'async def code_fn(page, ctx):\n    ctx.state["seen"] = ctx.input_parameters["who"]';
  const second = `async def code_fn(page, context):
    context.log("careful", level="warning")
    url = context.input_parameters["current_page_url"][0]
    print(context.state, context.variables["total"], context.unique_parameters, url == page.url)`;
  const parameters = {
    input_parameters: { who: ['Ann'] },
    generated_parameters: { total: [7] },
  };
  const finished = await run([first, second], {
    inputs: { who: ['Ann'] },
    automation: { parameters },
    dependencies: { uniqueParameters: { who: ['Ann'] } },
  });
  expect(failureOf(finished)).toBe('success');
  expect(finished.events[0]).not.toHaveProperty('log');
  expect(finished.events[1]?.log).toEqual([
    'warning: careful',
    "{'seen': ['Ann']} [7] {'who': ['Ann']} True",
  ]);
});

test('binds the placeholders of loops', async () => {
  const source = `async def code_fn(page):
    print("{items[index]}", f"{items[index]}", {index})`;
  const loop = {
    type: 'for_loop_node',
    variable_name: 'items',
    nodes: [script(source)],
  };
  const finished = await stage.run(html, [loop], {
    inputs: { items: ['a', 'b'] },
    dependencies: scripts(),
  });
  expect(failureOf(finished)).toBe('success');
  const logs = finished.events.flatMap(({ log = [] }) => log);
  expect(logs).toEqual(['a a 0', 'b b 1']);
});

test("fails with the script's line and keeps what it printed", async () => {
  const source =
    'async def code_fn(page):\n    print("before")\n    await page.click("#no", timeout=10)';
  const finished = await run([source]);
  expect(finished.result).toMatchObject({
    status: 'failed',
    error: { class: 'script_error', retry: 'automation', nodePath: 'nodes[0]' },
  });
  expect(failureOf(finished)).toMatch(
    /at line 3 \(await page\.click\("#no", timeout=10\)\): TimeoutError: .*matched no element/,
  );
  expect(finished.events[0]?.log?.[0]).toBe('before');
});

test('aborts the script together with the task', async () => {
  const stop = new AbortController();
  const source =
    'async def code_fn(page):\n    await page.fill("#field", "x")\n    while True: pass';
  const running = run([source], {
    dependencies: { signal: stop.signal },
    onPage: async (page) => {
      await page.exposeFunction('typed', () => stop.abort(new Error('cancelled')));
      await page.evaluateOnNewDocument("addEventListener('input', () => typed())");
    },
  });
  expect((await running).result).toMatchObject({
    status: 'aborted',
    reason: expect.objectContaining({ message: 'cancelled' }),
  });
});

test('fails when the worker runs no scripts', async () => {
  const finished = await stage.run(html, [script('async def code_fn(page): pass')]);
  expect(finished.result).toMatchObject({
    error: { class: 'script_sandbox_unavailable', retry: 'never' },
  });
});

test('limits what scripts print', async () => {
  const source = 'async def code_fn(page, ctx):\n    for _ in range(50): ctx.log("x" * 5000)';
  const finished = await run([source]);
  expect(failureOf(finished)).toBe('success');
  const length = finished.events[0]?.log?.join('\n').length ?? 0;
  expect(length).toBeGreaterThan(90_000);
  expect(length).toBeLessThan(110_000);
});
