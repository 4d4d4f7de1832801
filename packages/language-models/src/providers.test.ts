import { startModelServer } from '@errand/test-kit/model-server';
import { describe, expect, test } from '@jest/globals';
import { createLanguageModels } from './create-language-models.ts';
import { click, invoice, providers } from './testing/provider-cases.ts';

const never = new AbortController().signal;

describe.each(Object.entries(providers))('%s', (_, { model, config }) => {
  const ask = { ...invoice, model };

  // proves-model: structured output
  test('answers according to the schema, with property names that no provider accepts', async () => {
    await using server = await startModelServer();
    server.script('extraction', (request) => {
      const [authNumber = ''] = Object.keys(
        (request.schema as { properties: Record<string, unknown> }).properties,
      );
      return { json: { [authNumber]: 'A-1', total: 12.5, lines: [{ amount: 3 }] } };
    });
    const models = createLanguageModels(config(server.access));
    const answer = await models.answer(ask, never);
    expect(answer).toMatchObject({
      value: { 'Auth Nbr': 'A-1', total: 12.5, lines: [{ amount: 3 }] },
      model,
      usage: { inputTokens: 10, outputTokens: 5 },
    });
    expect(server.refusals).toEqual([]);
    expect(server.requests[0]?.instructions).toContain('Read the invoice.');
    expect(server.requests[0]?.texts).toEqual(['Invoice 7, total 12.50']);
  });

  // proves-model: lenient parsing of responses
  test('accepts an answer in a fenced block with values in other notations', async () => {
    await using server = await startModelServer();
    const text = 'Here it is:\n```json\n{"total": "12.5", "lines": [{"amount": "3"}]}\n```';
    server.script('extraction', { text });
    const models = createLanguageModels(config(server.access));
    const { value } = await models.answer(ask, never);
    expect(value).toEqual({ 'Auth Nbr': null, total: 12.5, lines: [{ amount: 3 }] });
  });

  // proves-model: free-form schema
  test('accepts a partly open schema', async () => {
    await using server = await startModelServer();
    server.script('extraction', { json: { anything: { of: ['any', 'kind'] } } });
    const schema = { type: 'object', properties: { anything: {} }, required: ['anything'] };
    const models = createLanguageModels(config(server.access));
    const { value } = await models.answer({ ...ask, schema }, never);
    expect(value).toEqual({ anything: { of: ['any', 'kind'] } });
  });

  // proves-model: image
  test('sends images', async () => {
    await using server = await startModelServer();
    server.script('extraction', { json: {} });
    const content = Uint8Array.of(137, 80, 78, 71);
    const parts = [...ask.parts, { type: 'image', content, mediaType: 'image/png' } as const];
    await createLanguageModels(config(server.access)).answer({ ...ask, parts }, never);
    const [image] = server.requests[0]?.images ?? [];
    expect(image?.mediaType).toBe('image/png');
    expect([...(image?.content ?? [])]).toEqual([...content]);
  });

  // proves-model: pdf
  test('sends PDF documents', async () => {
    await using server = await startModelServer();
    server.script('extraction', { json: {} });
    const content = new TextEncoder().encode('%PDF-1.7');
    const parts = [{ type: 'pdf', content, filename: 'invoice.pdf' } as const];
    await createLanguageModels(config(server.access)).answer({ ...ask, parts }, never);
    const [pdf] = server.requests[0]?.pdfs ?? [];
    expect([...(pdf?.content ?? [])]).toEqual([...content]);
  });

  // proves-model: tools
  test('converses with tools', async () => {
    await using server = await startModelServer();
    server.script(
      'agent',
      { text: 'I click it.', toolCalls: [{ name: 'click', input: { index: '3' } }] },
      { text: 'Done.' },
    );
    const models = createLanguageModels(config(server.access));
    const conversation = {
      purpose: 'agent',
      model,
      instructions: 'Do it.',
      messages: [{ role: 'user', parts: [{ type: 'text', text: 'Press the button.' }] } as const],
      tools: [click],
    };
    const turn = await models.converse(conversation, never);
    const [call] = turn.toolCalls;
    expect(turn.text).toBe('I click it.');
    expect(call).toMatchObject({ name: 'click', input: { index: 3 } });
    const results = [{ id: call?.id ?? '', name: 'click', text: 'Clicked.' }];
    const messages = [
      ...conversation.messages,
      turn.message,
      { role: 'tool', results } as const,
      { role: 'user', parts: [{ type: 'text', text: 'The page now.' }] } as const,
    ];
    const last = await models.converse({ ...conversation, messages }, never);
    expect(last).toMatchObject({ text: 'Done.', toolCalls: [] });
    expect(server.requests[1]?.toolResults).toEqual([{ id: expect.any(String), text: 'Clicked.' }]);
    expect(server.refusals).toEqual([]);
  });

  // proves-model: tool problems
  test('explains what is wrong with a tool call', async () => {
    await using server = await startModelServer();
    server.script('agent', {
      toolCalls: [
        { name: 'click', input: { index: 'first' } },
        { name: 'fly', input: {} },
      ],
    });
    const turn = await createLanguageModels(config(server.access)).converse(
      {
        purpose: 'agent',
        model,
        instructions: 'Do it.',
        messages: [{ role: 'user', parts: [{ type: 'text', text: 'Press.' }] }],
        tools: [click],
      },
      never,
    );
    expect(turn.toolCalls.map(({ problem }) => problem)).toEqual([
      'The input does not fit: "/index" must be integer.',
      'There is no tool "fly".',
    ]);
  });

  // proves-model: thinking is returned only to its own provider
  test('continues with the fallback after a model that returned thinking', async () => {
    await using server = await startModelServer();
    const thoughts = 'The button is the third one.';
    server.script('agent', { thoughts, toolCalls: [{ name: 'click', input: { index: 3 } }] });
    const isGemini = model.startsWith('gemini/');
    const fallback = isGemini ? 'anthropic/claude-haiku-4-5' : 'gemini/gemini-2.5-pro';
    const { gemini, anthropic } = server.access;
    const models = createLanguageModels({ gemini, anthropic, ...config(server.access), fallback });
    const asked = { role: 'user', parts: [{ type: 'text', text: 'Press it.' }] } as const;
    const conversation = { purpose: 'agent', model, instructions: 'Do it.', tools: [click] };
    const turn = await models.converse({ ...conversation, messages: [asked] }, never);
    const results = [{ id: turn.toolCalls[0]?.id ?? '', name: 'click', text: 'Clicked.' }];
    const messages = [asked, turn.message, { role: 'tool', results } as const];
    server.script('agent', { text: 'Fine.' }, { status: 400 }, { text: 'Done.' });

    await models.converse({ ...conversation, messages }, never);
    const last = await models.converse({ ...conversation, messages }, never);
    expect(last).toMatchObject({ text: 'Done.', model: fallback });
    const isShown = server.requests[1]?.format !== 'openai-chat';
    expect(server.requests[1]?.thoughts ?? []).toEqual(isShown ? [thoughts] : []);
    expect(JSON.stringify(server.requests[3]?.body)).not.toMatch(/signed-by|sealed-by|c2lnbmVk/u);
    expect(server.refusals).toEqual([]);
  });

  // proves-model: thinking limit, or a refusal
  test('limits the thinking of a model, or reports that it cannot', async () => {
    await using server = await startModelServer();
    server.always('extraction', { json: { total: 3 } });
    const models = createLanguageModels({ ...config(server.access), maxOutputTokens: 5000 });
    const outcomes: string[] = [];
    for (const thinkingTokens of [2000, 0, undefined, 5000]) {
      const answer = models.answer({ ...ask, thinkingTokens }, never);
      outcomes.push(
        await answer.then(
          () => 'answered',
          (error: unknown) => String(error),
        ),
      );
    }
    const isLimited = /^(?:gemini|anthropic)\//u.test(model);
    const refusal = (tokens: number, reason: string) =>
      `ModelError: The model "${model}" cannot be limited to ${tokens} thinking tokens: ${reason}. Set thinking_budget_tokens to null, or choose another limit or model.`;
    const noLimit = 'its provider supports no such limit';
    const longest = 'the longest answer has 5000 tokens, thoughts included (LLM_MAX_OUTPUT_TOKENS)';
    expect(outcomes).toEqual(
      isLimited
        ? ['answered', 'answered', 'answered', refusal(5000, longest)]
        : [refusal(2000, noLimit), refusal(0, noLimit), 'answered', refusal(5000, noLimit)],
    );
    const asked = server.requests.map(({ thinkingTokens }) => thinkingTokens);
    expect(asked).toEqual(isLimited ? [2000, 0, undefined] : [undefined]);
    // Thinking is part of the maximum output with all of them.
    for (const { body } of server.requests) {
      expect(JSON.stringify(body)).toMatch(
        /"(?:max_tokens|maxOutputTokens|max_output_tokens|max_completion_tokens)":5000\b/u,
      );
    }
    expect(server.refusals).toEqual([]);
  });

  // proves-model: retries
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

  // proves-model: broken connection
  test('retries after a broken connection', async () => {
    await using server = await startModelServer();
    server.script('extraction', { broken: true }, { json: { total: 1 } });
    const { value } = await createLanguageModels(config(server.access)).answer(ask, never);
    expect(value).toMatchObject({ total: 1 });
  });

  // proves-model: refused key
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

  // proves-model: timeout
  test('gives up on an answer that misses the deadline', async () => {
    await using server = await startModelServer();
    server.always('extraction', { silence: true });
    const slow = { ...config(server.access), timeoutMs: 100, maxAttempts: 2 };
    await expect(createLanguageModels(slow).answer(ask, never)).rejects.toMatchObject({
      code: 'model_timeout',
      message: `The model "${model}" gave no complete response within 0.1 s (LLM_TIMEOUT_SECONDS).`,
    });
    expect(server.requests).toHaveLength(2);
  });

  // proves-model: abort
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

  // proves-model: invalid answers
  test('retries after an answer that does not fit, and explains the problem without quoting it', async () => {
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

  // proves-model: budget
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

  // proves-model: fallback
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

  // proves-model: not configured
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
