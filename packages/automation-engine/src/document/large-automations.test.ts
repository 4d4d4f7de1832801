import { openBrowser, type TestBrowser } from '@errand/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { failureOf, interact, openStage, type Stage } from '../test/run-on-page.ts';

let browser: TestBrowser;
let stage: Stage;

beforeAll(async () => {
  browser = await openBrowser();
  stage = await openStage(browser);
});
afterAll(async () => {
  await stage?.[Symbol.asyncDispose]();
  await browser?.[Symbol.asyncDispose]();
});

const count = (more: object = {}) => ({
  misc_action: { set_variable: { name: 'n', expression: 'n[0] + 1', ...more } },
  end_sleep_time: 0,
});
const fromZero = {
  automation: { parameters: { input_parameters: {}, generated_parameters: { n: [0] } } },
};
const lastOutput = { output_variable_name: 'n' };

/** A step that does not use the browser. */
const skip = { condition: 'n[0] < 0', if_nodes: [] };

test('runs 20,000 nodes, every fifth an action', async () => {
  const nodes = Array.from({ length: 19_999 }, (_, index) => (index % 5 === 4 ? count() : skip));
  const run = await stage.run('x', [...nodes, count(lastOutput)], fromZero);
  expect(failureOf(run)).toBe('success');
  expect(run.result.outputData).toMatchObject([{ json_data: { n: 4_000 } }]);
  expect(run.events).toHaveLength(20_000);
});

test('runs branches and loops nested 200 levels deep', async () => {
  let node: object = count(lastOutput);
  for (let level = 1; level < 200; level += 1) {
    node =
      level % 2 === 0
        ? { condition: 'n[0] == 0', if_nodes: [node] }
        : { variable_name: 'n', index_variable_name: `i${level}`, nodes: [node] };
  }
  const run = await stage.run('x', [node], fromZero);
  expect(failureOf(run)).toBe('success');
  expect(run.result.outputData).toMatchObject([{ json_data: { n: 1 } }]);
  expect(run.events).toHaveLength(200);
});

test('runs an automation of 5 MB', async () => {
  const text = 'x'.repeat(5 * 1024 * 1024 - 2000);
  const run = await stage.run('<textarea></textarea>', [
    interact('input_text', { command: 'locator("textarea")', input_text: text }),
  ]);
  expect(failureOf(run)).toBe('success');
  expect(await run.read('document.querySelector("textarea").value.length')).toBe(text.length);
});
