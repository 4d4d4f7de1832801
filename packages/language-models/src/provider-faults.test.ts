import { startModelServer } from '@errand/test-kit/model-server';
import { describe, expect, test } from '@jest/globals';
import { createLanguageModels } from './create-language-models.ts';
import { invoice, providers } from './testing/provider-cases.ts';

const never = new AbortController().signal;

describe.each(Object.entries(providers))('%s', (_, { model, config }) => {
  const ask = { ...invoice, model };

  // proves model: retries
  test('retries after a rate limit of the provider', async () => {
    await using server = await startModelServer();
    server.script(
      'extraction',
      { status: 429, headers: { 'retry-after': '0' } },
      { status: 503 },
      { json: { total: 1 } },
    );
    const models = createLanguageModels(config(server.access));
    const { value } = await models.answer(ask, never);
    expect(value).toMatchObject({ total: 1 });
    expect(models.usage()).toMatchObject({ calls: 3, inputTokens: 10, outputTokens: 5 });
  });

  // proves model: broken connection
  test('retries after a broken connection', async () => {
    await using server = await startModelServer();
    server.script('extraction', { broken: true }, { json: { total: 1 } });
    const { value } = await createLanguageModels(config(server.access)).answer(ask, never);
    expect(value).toMatchObject({ total: 1 });
  });

  // proves model: refused key
  test('does not retry when the key is refused, and never exposes it', async () => {
    await using server = await startModelServer();
    const { gemini, openai, anthropic, openaiCompatible } = server.access;
    const apiKey = 'sk-a-wrong-key-4711';
    const wrong = {
      gemini: { ...gemini, apiKey },
      openai: { ...openai, apiKey },
      anthropic: { ...anthropic, apiKey },
      openaiCompatible: { ...openaiCompatible, apiKey },
    };
    const asking = createLanguageModels(config(wrong)).answer(ask, never);
    const error: unknown = await asking.catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'model_error', retry: 'never' });
    expect(error).not.toHaveProperty('cause');
    expect((error as Error).message).toMatch(
      /status 40[13]: it does not accept the key in \w+_KEY/u,
    );
    expect(JSON.stringify(error) + (error as Error).message).not.toContain(apiKey);
    expect(server.refusals).toHaveLength(1);
  });

  // proves model: timeout
  test('gives up on an answer that misses the deadline', async () => {
    await using server = await startModelServer();
    server.always('extraction', { silence: true });
    const slow = { ...config(server.access), timeoutMs: 100, maxAttempts: 2 };
    const models = createLanguageModels(slow);
    await expect(models.answer(ask, never)).rejects.toMatchObject({
      code: 'model_timeout',
      message: `The model "${model}" gave no complete response within 0.1 s (LLM_TIMEOUT_SECONDS).`,
    });
    // On a busy machine a request may be abandoned before the server has read it.
    expect(models.usage().calls).toBe(2);
  });

  // proves model: abort
  test('ends at once when the run does', async () => {
    await using server = await startModelServer();
    const stop = new AbortController();
    server.always('extraction', () => {
      stop.abort(new Error('The task was cancelled.'));
      return { silence: true };
    });
    const asking = createLanguageModels(config(server.access)).answer(ask, stop.signal);
    await expect(asking).rejects.toThrow('The task was cancelled.');
    expect(server.requests).toHaveLength(1);
  });

  // proves model: invalid responses
  test('retries after an answer that does not match the schema, and explains why without quoting it', async () => {
    await using server = await startModelServer();
    server.script(
      'extraction',
      { text: 'I would rather not.' },
      { json: { total: 'canary-of-the-page' } },
      { json: {}, finish: 'length' },
    );
    const models = createLanguageModels(config(server.access));
    await expect(models.answer(ask, never)).rejects.toMatchObject({
      code: 'model_answer_invalid',
      message: expect.stringContaining('it was cut off at the maximum output length'),
    });
    expect(models.usage()).toMatchObject({ calls: 3, inputTokens: 30, outputTokens: 15 });
    server.always('extraction', { json: { total: 'canary-of-the-page' } });
    const error: unknown = await models.answer(ask, never).catch((thrown: unknown) => thrown);
    expect((error as Error).message).toBe(
      `The answer of the model "${model}" cannot be used: "/total" must be number,null.`,
    );
  });

  // proves model: budget
  test('spends no more than the budget', async () => {
    await using server = await startModelServer();
    server.always('extraction', { json: {}, usage: { input: 60, output: 40 } });
    const models = createLanguageModels({ ...config(server.access), budgetTokens: 150 });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 5 }, () => models.answer(ask, never)),
    );
    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      ...Array.from({ length: 3 }, () => 'rejected'),
    ]);
    expect(server.requests).toHaveLength(2);
    expect(outcomes[4]).toMatchObject({
      reason: {
        code: 'model_budget_exceeded',
        message: `The task has used 200 tokens of language models and may use 150 (LLM_BUDGET_TOKENS), so "${model}" was not called.`,
      },
    });
  });

  // proves model: fallback
  test('falls back to another provider', async () => {
    await using server = await startModelServer();
    const isGemini = model.startsWith('gemini/');
    const fallback = isGemini ? 'anthropic/claude-haiku-4-5' : 'gemini/gemini-2.5-pro';
    server.always('extraction', (request) =>
      fallback.endsWith(request.model) ? { json: { total: 2 } } : { status: 500 },
    );
    const { gemini, anthropic } = server.access;
    const models = createLanguageModels({ gemini, anthropic, ...config(server.access), fallback });
    const answer = await models.answer(ask, never);
    expect(answer).toMatchObject({ value: { total: 2 }, model: fallback });
    expect(models.usage().models.map((used) => [used.model, used.calls])).toEqual([
      [model, 3],
      [fallback, 1],
    ]);
  });

  // proves model: not configured
  test('names the setting that is missing', async () => {
    const error: unknown = await createLanguageModels({})
      .answer(ask, never)
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'model_unavailable' });
    expect((error as Error).message).toMatch(
      /its provider is not configured: set (GEMINI_API_KEY|OPENAI_API_KEY|ANTHROPIC_API_KEY|OPENAI_COMPATIBLE_BASE_URL)/u,
    );
  });
});
