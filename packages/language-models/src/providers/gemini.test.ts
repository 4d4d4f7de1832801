import { expect, test } from '@jest/globals';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLanguageModels } from '../create-language-models.ts';
import { invoice } from '../testing/provider-cases.ts';

const never = new AbortController().signal;

test('the name of a model cannot choose another address at the provider', async () => {
  const asked: (string | undefined)[] = [];
  await using server = createServer(({ url }, response) => {
    asked.push(url);
    response.writeHead(400).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const baseUrl = `http://127.0.0.1:${port}/v1beta`;
  const models = createLanguageModels({ gemini: { apiKey: 'key', baseUrl } });
  const ask = (model: string) => models.answer({ ...invoice, model }, never);

  for (const name of ['../key/generate?', 'a/../../b', 'gemini-1#', 'gemini-1?a=b', '%2e%2e/a']) {
    await expect(ask(`gemini/${name}`)).rejects.toMatchObject({
      code: 'model_unavailable',
      message: expect.stringContaining(`"${name}"`),
    });
  }
  expect(asked).toEqual([]);
  for (const name of ['gemini-2.5-flash', 'tunedModels/bills-7', 'models/gemini_1@2']) {
    await expect(ask(`gemini/${name}`)).rejects.toMatchObject({ code: 'model_error' });
  }
  expect(asked).toEqual([
    '/v1beta/models/gemini-2.5-flash:generateContent',
    '/v1beta/tunedModels/bills-7:generateContent',
    '/v1beta/models/gemini_1@2:generateContent',
  ]);
});
