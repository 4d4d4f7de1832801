import { pollUntil } from '@errand/test-kit';
import { startModelServer, type ModelServer } from '@errand/test-kit/model-server';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openTaskModels } from './task-models.ts';
import { openFleet, type Fleet, type WorkerProcess } from '../testing/open-fleet.ts';

let fleet: Fleet;
let server: ModelServer;
let worker: WorkerProcess;
const stack = new AsyncDisposableStack();
beforeAll(async () => {
  server = stack.use(await startModelServer());
  fleet = stack.use(await openFleet({ LEASE_SECONDS: '6' }));
  worker = stack.use(await fleet.startWorker(settings()));
});
afterAll(async () => stack.disposeAsync());

const settings = () => ({
  GEMINI_API_KEY: server.access.gemini.apiKey,
  GEMINI_BASE_URL: server.access.gemini.baseUrl,
  LLM_BUDGET_TOKENS: '250',
  LLM_KEEP_PROMPTS: 'true',
  LOG_LEVEL: 'debug',
});
const page = `data:text/html,${encodeURIComponent('<h1>canary-of-the-page</h1>')}`;
const read = {
  extraction_action: {
    llm: { extraction_format: { total: 'float' }, extraction_instructions: 'canary-of-the-wish' },
  },
  before_sleep_time: 0,
};
const broken = {
  interaction_action: { max_tries: 0, click_element: { command: 'locator("#no")' } },
};
const usage = { input: 90, output: 10 };

test('asks the configured model, and records the cost in the task', async () => {
  server.always('extraction', { json: { total: 12.5 }, usage });
  const task = await fleet.run([read], { url: page });
  const { status, output_data, model_usage } = await fleet.untilEnded(task);
  expect([status, output_data]).toEqual(['success', [{ json_data: { total: 12.5 } }]]);
  const counts = { calls: 1, input_tokens: 90, output_tokens: 10, cost_usd: 0.000052 };
  expect(model_usage).toEqual({
    ...counts,
    models: [{ model: 'gemini/gemini-2.5-flash', ...counts }],
  });
});

test('keeps prompts and keys out of the log', async () => {
  server.always('extraction', { status: 400 });
  const task = await fleet.run([read], { url: page });
  const { error_class, model_usage } = await fleet.untilEnded(task);
  expect([error_class, model_usage?.calls]).toEqual(['model_error', 1]);
  const log = readFileSync(join(fleet.directory, `${worker.workerId}.log`), 'utf8');
  expect(log).toContain('attempt ended');
  expect(log).not.toMatch(/canary-of-the-(page|wish)/);
  expect(log).not.toContain(server.access.gemini.apiKey);
});

test('stores prompts and responses as a file only when configured', () => {
  const call = {
    purpose: 'extraction',
    model: 'gemini/gemini-2.5-flash',
    instructions: 'Read',
    texts: ['page'],
    answer: { total: 1 },
  };
  const config = { gemini: server.access.gemini };
  const kept = openTaskModels({ ...config, keepsPrompts: true }, null);
  expect(kept.files()).toEqual([]);
  kept.dependencies.onModelCall?.(call);
  kept.dependencies.onModelCall?.(call);
  const [file] = kept.files();
  expect(file).toMatchObject({ filename: 'model_calls.jsonl', kind: 'evidence' });
  const content = file && 'content' in file.source ? file.source.content : undefined;
  const lines = new TextDecoder().decode(content).trim().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toEqual([call, call]);
  expect(openTaskModels({ ...config, keepsPrompts: false }, null).dependencies).not.toHaveProperty(
    'onModelCall',
  );
});

test('counts what earlier attempts used against the budget of the task', async () => {
  server.always('extraction', { json: { total: 12.5 }, usage });
  const before = server.requests.length;
  const options = { url: page, automation: { max_retries: 3 } };
  const task = await fleet.run([read, broken], options);
  const { status, error_class, error, model_usage, attempts } = await fleet.untilEnded(task);
  expect([status, error_class]).toEqual(['failed', 'model_budget_exceeded']);
  expect(error).toMatch(/has used 300 tokens of language models and may use 250/);
  expect(attempts).toHaveLength(4);
  expect(model_usage).toMatchObject({ calls: 3, input_tokens: 270, output_tokens: 30 });
  expect(server.requests.length - before).toBe(3);
});

test('counts what a killed worker had used', async () => {
  server.script('extraction', { json: { total: 1 }, usage }, { silence: true });
  server.always('extraction', { json: { total: 1 }, usage });
  const task = await fleet.run([read, read], { url: page });
  await pollUntil('the usage is stored while the task runs', async () => {
    const { status, model_usage } = await fleet.detailOf(task);
    return status === 'running' && model_usage?.calls === 1;
  });
  process.kill(-(worker.processId ?? 0), 'SIGKILL');
  await using _heir = await fleet.startWorker(settings());
  const { status, model_usage, retry_count } = await fleet.untilEnded(task);
  expect([status, retry_count, model_usage?.calls]).toEqual(['success', 1, 3]);
});
