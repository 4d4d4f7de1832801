import { startModelServer } from '@errand/test-kit/model-server';
import { describe, expect, test } from '@jest/globals';
import { createLanguageModels } from './create-language-models.ts';
import { invoice, providers } from './testing/provider-cases.ts';

const never = new AbortController().signal;

describe.each(Object.entries(providers))('%s', (_, { model, config }) => {
  const ask = { ...invoice, model };

  // proves model: structured output
  test('returns an object of the schema, although no provider accepts its property names', async () => {
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

  // proves model: lenient parsing of responses
  test('accepts an answer in a fenced block with values in other notations', async () => {
    await using server = await startModelServer();
    const text = 'Here it is:\n```json\n{"total": "12.5", "lines": [{"amount": "3"}]}\n```';
    server.script('extraction', { text });
    const models = createLanguageModels(config(server.access));
    const { value } = await models.answer(ask, never);
    expect(value).toEqual({ 'Auth Nbr': null, total: 12.5, lines: [{ amount: 3 }] });
  });

  // proves model: free-form schema
  test('accepts a partly open schema', async () => {
    await using server = await startModelServer();
    server.script('extraction', { json: { anything: { of: ['any', 'kind'] } } });
    const schema = { type: 'object', properties: { anything: {} }, required: ['anything'] };
    const models = createLanguageModels(config(server.access));
    const { value } = await models.answer({ ...ask, schema }, never);
    expect(value).toEqual({ anything: { of: ['any', 'kind'] } });
  });

  // proves model: image
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

  // proves model: pdf
  test('sends PDF documents', async () => {
    await using server = await startModelServer();
    server.script('extraction', { json: {} });
    const content = new TextEncoder().encode('%PDF-1.7');
    const parts = [{ type: 'pdf', content, filename: 'invoice.pdf' } as const];
    await createLanguageModels(config(server.access)).answer({ ...ask, parts }, never);
    const [pdf] = server.requests[0]?.pdfs ?? [];
    expect([...(pdf?.content ?? [])]).toEqual([...content]);
  });

  // proves model: thinking limit, or a refusal
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
    const noLimit = 'its provider does not support such a limit';
    const longest = 'the longest answer has 5000 tokens, thoughts included (LLM_MAX_OUTPUT_TOKENS)';
    expect(outcomes).toEqual(
      isLimited
        ? ['answered', 'answered', 'answered', refusal(5000, longest)]
        : [refusal(2000, noLimit), refusal(0, noLimit), 'answered', refusal(5000, noLimit)],
    );
    const asked = server.requests.map(({ thinkingTokens }) => thinkingTokens);
    expect(asked).toEqual(isLimited ? [2000, 0, undefined] : [undefined]);
    // Thinking is part of the maximum output with all providers.
    for (const { body } of server.requests) {
      expect(JSON.stringify(body)).toMatch(
        /"(?:max_tokens|maxOutputTokens|max_output_tokens|max_completion_tokens)":5000\b/u,
      );
    }
    expect(server.refusals).toEqual([]);
  });
});
