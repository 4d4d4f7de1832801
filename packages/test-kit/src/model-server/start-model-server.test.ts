import { expect, test } from '@jest/globals';
import { type ModelServer, startModelServer } from './start-model-server.ts';

const openSchema = { type: 'object', properties: { a: { type: 'string' } } };
const user = { role: 'user', content: 'hi' };
const call = {
  role: 'assistant',
  content: null,
  tool_calls: [{ id: 'c', type: 'function', function: { name: 'click', arguments: '{}' } }],
};
const parts = [{ text: 'hi' }];
const contents = [{ role: 'user', parts }];
const toolUse = {
  role: 'assistant',
  content: [{ type: 'tool_use', id: 'c', name: 'a', input: {} }],
};
const said = { role: 'user', content: [{ type: 'text', text: 'hi' }] };
const strict = { name: 'answer', strict: true, schema: openSchema };

type Provider = keyof ModelServer['access'];

const refused: readonly [string, Provider, string, object][] = [
  ['an unknown path', 'openai', '/completions', {}],
  ['an unknown field', 'gemini', '/models/m:generateContent', { contents, temperatur: 1 }],
  ['no contents', 'gemini', '/models/m:generateContent', { contents: [] }],
  [
    'JSON without a media type',
    'gemini',
    '/models/m:generateContent',
    { contents, generationConfig: { maxOutputTokens: 9, responseJsonSchema: openSchema } },
  ],
  ['no max_tokens', 'anthropic', '/messages', { model: 'm', messages: [said] }],
  [
    'a tool use without a result',
    'anthropic',
    '/messages',
    { model: 'm', max_tokens: 9, messages: [said, toolUse, said] },
  ],
  [
    'an unknown field',
    'anthropic',
    '/messages',
    { model: 'm', max_tokens: 9, messages: [said], x: 1 },
  ],
  [
    'a tool call without a result',
    'openai',
    '/chat/completions',
    { model: 'm', messages: [user, call, user] },
  ],
  [
    'a strict schema with an open part',
    'openai',
    '/chat/completions',
    { model: 'm', messages: [user], response_format: { type: 'json_schema', json_schema: strict } },
  ],
  [
    'a strict schema with an open part',
    'openai',
    '/responses',
    {
      model: 'm',
      store: false,
      max_output_tokens: 99,
      input: [{ role: 'user', content: [{ type: 'input_text', text: 'hi' }] }],
      text: { format: { type: 'json_schema', ...strict } },
    },
  ],
];

test.each(refused)('refuses %s (%s%s)', async (...[, provider, path, body]) => {
  await using server = await startModelServer();
  server.always('any', { text: 'hello' });
  const { status } = await ask(server, provider, { path, body });
  expect([400, 404]).toContain(status);
  expect(server.requests).toEqual([]);
  expect(server.refusals).toHaveLength(1);
});

test.each([
  ['gemini', 403, '/models/m:generateContent', { contents }],
  ['anthropic', 401, '/messages', { model: 'm', max_tokens: 9, messages: [said] }],
  ['openai', 401, '/chat/completions', { model: 'm', messages: [user] }],
  ['openaiCompatible', 401, '/chat/completions', { model: 'm', messages: [user] }],
] as const)(
  'accepts %s with its key, and responds with %i to another',
  async (...[provider, status, path, body]) => {
    await using server = await startModelServer();
    server.always('any', { text: 'hello' });
    const right = await ask(server, provider, { path, body });
    expect([right.status, await right.text()]).toEqual([200, expect.stringContaining('hello')]);
    const wrong = await ask(server, provider, { path, body, apiKey: 'wrong' });
    expect(wrong.status).toBe(status);
  },
);

function ask(
  { access }: ModelServer,
  provider: Provider,
  { path, body, apiKey = access[provider].apiKey }: { path: string; body: object; apiKey?: string },
): Promise<Response> {
  const headers = {
    'content-type': 'application/json',
    'x-goog-api-key': apiKey,
    'x-api-key': apiKey,
    'anthropic-version': '2023-06-01',
    authorization: `Bearer ${apiKey}`,
  };
  const url = `${access[provider].baseUrl}${path}`;
  return fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
}
