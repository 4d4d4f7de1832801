import { listen } from '@errand/app-runtime';
import { startModelServer } from '@errand/test-kit/model-server';
import { expect, test } from '@jest/globals';
import { createLanguageModels } from './create-language-models.ts';
import type { ModelUsageOfModel } from './language-models.ts';
import { invoice } from './testing/provider-cases.ts';

const never = new AbortController().signal;
const flash = { ...invoice, model: 'gemini-2.5-flash' };

// proves model: Retry-After is honoured
test('waits as long as the provider asks for', async () => {
  await using server = await startModelServer();
  server.script(
    'extraction',
    { status: 429, headers: { 'retry-after': '1' } },
    { json: { total: 1 } },
  );
  const startedAt = performance.now();
  await createLanguageModels({ ...server.access, retryDelayMs: 1 }).answer(flash, never);
  expect(performance.now() - startedAt).toBeGreaterThan(990);
});

// proves model: Retry-After beyond a minute goes to the fallback
test('asks the fallback instead of waiting for a very long time', async () => {
  await using server = await startModelServer();
  server.script(
    'extraction',
    { status: 429, headers: { 'retry-after': '3600' } },
    { json: { total: 1 } },
  );
  const fallback = 'openai/gpt-5-mini';
  const models = createLanguageModels({ ...server.access, fallback });
  expect(await models.answer(flash, never)).toMatchObject({ model: fallback });
  expect(server.requests).toHaveLength(2);
});

// proves model: the fallback stands in for a provider without a key
test('asks the fallback when the provider has no key', async () => {
  await using server = await startModelServer();
  server.script('extraction', { json: { total: 1 } });
  const { anthropic } = server.access;
  const fallback = 'anthropic/claude-haiku-4-5';
  const models = createLanguageModels({ anthropic, fallback });
  expect(await models.answer(flash, never)).toMatchObject({ model: fallback });
});

// proves model: cost by a dated price list, null when unknown
test('reports the cost of a task, and null when it is unknown', async () => {
  await using server = await startModelServer();
  server.always('extraction', { json: {}, usage: { input: 1_000_000, output: 100_000 } });
  const priced = { 'openai/gpt-own': { inputUsd: 1, outputUsd: 20 } };
  const models = createLanguageModels({ ...server.access, prices: priced });
  const { usage } = await models.answer(flash, never);
  expect(usage.costUsd).toBeCloseTo(0.3 + 0.25);
  await models.answer({ ...invoice, model: 'openai/gpt-own' }, never);
  expect(models.usage().costUsd).toBeCloseTo(0.55 + 3);
  // This model charges more above 200,000 tokens.
  const pro = await models.answer({ ...invoice, model: 'gemini-2.5-pro' }, never);
  expect(pro.usage.costUsd).toBeCloseTo(2.5 + 1.5);
  await models.answer({ ...invoice, model: 'openai/gpt-new' }, never);
  const { calls, costUsd, models: each } = models.usage();
  expect([calls, costUsd]).toEqual([4, null]);
  expect(each.find(({ model }) => model === 'openai/gpt-new')?.costUsd).toBeNull();
});

// proves model: budget in dollars, earlier attempts included, unknown prices refused
test('enforces a dollar budget, and asks no model without a known price', async () => {
  await using server = await startModelServer();
  server.always('extraction', { json: {}, usage: { input: 1_000_000, output: 0 } });
  const spent: ModelUsageOfModel = {
    model: 'gemini/gemini-2.5-flash',
    calls: 1,
    inputTokens: 1,
    outputTokens: 1,
    costUsd: 0.5,
  };
  const config = { ...server.access, budgetUsd: 0.7, fallback: 'openai/gpt-5-mini' };
  const models = createLanguageModels(config, [spent]);
  const unknown = models.answer({ ...invoice, model: 'openai/gpt-new' }, never);
  await expect(unknown).rejects.toMatchObject({
    code: 'model_budget_exceeded',
    message: expect.stringMatching(/price of the model "openai\/gpt-new" is not known.*LLM_PRICES/),
  });
  const mixed = createLanguageModels(config, [
    { ...spent, model: 'openai/gpt-new', costUsd: null },
  ]);
  await expect(mixed.answer(flash, never)).rejects.toThrow(
    'The price of the model "openai/gpt-new" is not known, so a call of "gemini/gemini-2.5-flash" could exceed LLM_BUDGET_USD',
  );
  await models.answer(flash, never);
  await expect(models.answer(flash, never)).rejects.toMatchObject({
    code: 'model_budget_exceeded',
    message: expect.stringContaining('has spent 0.8000 US dollars'),
  });
  expect(server.requests).toHaveLength(1);
});

// proves model: a request without a count is estimated
test('counts a request that timed out', async () => {
  await using server = await startModelServer();
  server.always('extraction', { silence: true });
  const config = { ...server.access, timeoutMs: 50, maxAttempts: 5, budgetTokens: 1 };
  const models = createLanguageModels(config);
  await expect(models.answer(flash, never)).rejects.toMatchObject({
    code: 'model_budget_exceeded',
  });
  expect(models.usage()).toMatchObject({ calls: 1, outputTokens: 0 });
  expect(models.usage().inputTokens).toBeGreaterThan(5);
});

// proves model: impossible counts are replaced with an estimate
test.each([
  [{ input: 0, output: 0 }],
  [{ input: -1_000_000, output: -5 }],
  [{ input: 0.5, output: 1.5 }],
  [null],
])('rejects an implausible token count: %j', async (usage) => {
  await using server = await startModelServer();
  const { openaiCompatible } = server.access;
  server.always('extraction', { json: { total: 1 }, usage });
  const models = createLanguageModels({ openaiCompatible, budgetTokens: 20 });
  const model = 'openai-compatible/own';
  const { usage: used } = await models.answer({ ...invoice, model }, never);
  expect(Number.isInteger(used.inputTokens) && used.inputTokens > 20).toBe(true);
  expect(Number.isInteger(used.outputTokens) && used.outputTokens > 0).toBe(true);
  await expect(models.answer({ ...invoice, model }, never)).rejects.toMatchObject({
    code: 'model_budget_exceeded',
  });
});

// proves model: an endless answer is cut off
test('stops reading an endless answer', async () => {
  let written = 0;
  await using provider = await listen(
    (_, response) => {
      const more = () => {
        do written += 65_536;
        while (response.write(Buffer.alloc(65_536, ' ')));
      };
      response.on('drain', more).setHeader('content-type', 'application/json');
      more();
    },
    { port: 0, host: '127.0.0.1', setting: 'PORT' },
  );
  const gemini = { apiKey: 'k', baseUrl: provider.url };
  const models = createLanguageModels({ gemini, maxAttempts: 1, timeoutMs: 30_000 });
  await expect(models.answer(flash, never)).rejects.toMatchObject({
    code: 'model_error',
    message: expect.stringContaining('its response does not have the form that the API defines'),
  });
  expect(written).toBeLessThan(64 * 1024 * 1024);
});

// proves model: hostile responses take no extra time
test.each([
  ['unclosed quotation marks', `{${String.raw`""`.repeat(500_000)}`],
  ['unclosed braces', '{'.repeat(1_000_000)],
  ['nested lists', `{"total": ${'['.repeat(300_000)}${']'.repeat(300_000)}}`],
])('reads %s quickly', async (_, text) => {
  await using server = await startModelServer();
  server.always('extraction', { text });
  const models = createLanguageModels({ ...server.access, maxAttempts: 1 });
  const startedAt = performance.now();
  const schema = { type: 'object', properties: { total: {} }, required: ['total'] };
  await expect(models.answer({ ...flash, schema }, never)).rejects.toMatchObject({
    code: 'model_answer_invalid',
  });
  // Reading these responses in quadratic time would take minutes.
  expect(performance.now() - startedAt).toBeLessThan(20_000);
});

test.each([
  ['anthropic/claude-sonnet-4-5', 'its provider accepts 0, or at least 1024'],
  // The client knows that this model decides how much it thinks.
  ['anthropic/claude-haiku-5-5', 'the model does not support such a limit'],
])('refuses a thinking limit that %s does not accept', async (model, reason) => {
  await using server = await startModelServer();
  server.always('extraction', { json: { total: 1 } });
  const models = createLanguageModels(server.access);
  const thinkingTokens = reason.includes('1024') ? 1000 : 2000;
  await expect(models.answer({ ...invoice, model, thinkingTokens }, never)).rejects.toMatchObject({
    code: 'model_error',
    message: expect.stringContaining(`to ${thinkingTokens} thinking tokens: ${reason}.`),
  });
});

// proves model: redirects are not followed
test('does not send the key to a redirect target', async () => {
  const reached: string[] = [];
  await using elsewhere = await listen(
    (request, response) => {
      reached.push(request.url ?? '');
      response.end('{}');
    },
    { port: 0, host: '127.0.0.1', setting: 'PORT' },
  );
  await using provider = await listen(
    (_, response) => void response.writeHead(307, { location: elsewhere.url }).end(),
    { port: 0, host: '127.0.0.1', setting: 'PORT' },
  );
  const gemini = { apiKey: 'k', baseUrl: provider.url };
  const models = createLanguageModels({ gemini, maxAttempts: 1 });
  await expect(models.answer(flash, never)).rejects.toMatchObject({ code: 'model_error' });
  expect(reached).toEqual([]);
});

test.each([
  [{ provider: 'bedrock', model: null }, 'There is no model provider "bedrock".'],
  [{ model: 'bedrock/claude' }, 'There is no model provider "bedrock".'],
  [{ provider: 'openai-compatible' }, 'No model of the provider "openai-compatible" is set'],
])('explains what is wrong with the choice %j', async (choice, message) => {
  await using server = await startModelServer();
  const models = createLanguageModels(server.access);
  await expect(models.answer({ ...invoice, ...choice }, never)).rejects.toMatchObject({
    code: 'model_unavailable',
    message: expect.stringContaining(message),
  });
});
