import { listen } from '@errand/app-runtime';
import { createErrand, dataOf } from '@errand/client';
import { expect, test } from '@jest/globals';
import { createOneAccountFetch } from './one-account-fetch.ts';

/** A server at which another tab may replace the cookie's key. */
async function openServer() {
  const seen: string[] = [];
  const cookie = { key: 'key-of-x', isValid: true };
  const server = await listen(
    (request, response) => {
      seen.push(`${request.method} ${request.url}`);
      response.writeHead(cookie.isValid ? 200 : 401, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ key: { api_key_id: cookie.key } }));
    },
    { port: 0, host: '127.0.0.1', setting: 'PORT' },
  );
  const errand = createErrand({
    baseUrl: server.url,
    apiKey: null,
    maxRetries: 0,
    fetch: createOneAccountFetch(fetch),
  });
  await dataOf(errand.api.GET('/api/v1/me'));
  seen.length = 0;
  return { errand, cookie, seen, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

const refused = { status: 401, message: expect.stringMatching(/now signed in with another key/) };

test('sends a change while the cookie belongs to the key that the tab shows', async () => {
  await using server = await openServer();
  await dataOf(server.errand.api.POST('/api/v1/session'));
  expect(server.seen).toEqual(['GET /api/v1/me', 'POST /api/v1/session']);
});

test('sends no change, and then nothing but a sign-out, once another tab has replaced the cookie', async () => {
  await using server = await openServer();
  const { errand, cookie, seen } = server;
  cookie.key = 'key-of-y';
  await expect(dataOf(errand.api.POST('/api/v1/session'))).rejects.toMatchObject(refused);
  await expect(dataOf(errand.api.GET('/api/v1/workspaces'))).rejects.toMatchObject(refused);
  await dataOf(errand.api.DELETE('/api/v1/session'));
  expect(seen).toEqual(['GET /api/v1/me', 'DELETE /api/v1/session']);
});

test('refuses to read the account of another key', async () => {
  await using server = await openServer();
  server.cookie.key = 'key-of-y';
  await expect(dataOf(server.errand.api.GET('/api/v1/me'))).rejects.toMatchObject(refused);
});

test('says for people that the session has ended', async () => {
  await using server = await openServer();
  server.cookie.isValid = false;
  await expect(dataOf(server.errand.api.GET('/api/v1/workspaces'))).rejects.toMatchObject({
    status: 401,
    message: expect.stringMatching(/session of this browser has ended: .* Sign in again\.$/),
  });
});
