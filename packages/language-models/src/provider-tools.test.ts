import { startModelServer } from '@errand/test-kit/model-server';
import { describe, expect, test } from '@jest/globals';
import { createLanguageModels } from './create-language-models.ts';
import { click, providers } from './testing/provider-cases.ts';

const never = new AbortController().signal;

describe.each(Object.entries(providers))('%s', (_, { model, config }) => {
  // proves model: tools
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

  // proves model: tool problems
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

  // proves model: thinking is returned only to its own provider
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
});
