import { describe, expect, test } from '@jest/globals';
import { loadErrandDocument } from '@errand/api-types';
import supertest from 'supertest';
import { type ContractOperation, readEveryContract } from '../contract/read-operations.ts';
import { recordLogs } from '../testing/record-logs.ts';
import { orderSubmission } from '../testing/start-test-app.ts';
import { useTestApp } from '../testing/use-test-app.ts';
import { API_KEY_SCOPES, type ApiKeyScope } from './api-key-scope.ts';
import { readMember } from './read-member.ts';
import { requireScopes } from './require-scopes.ts';

const contract = readEveryContract();
const { logger, entries } = recordLogs();

const app = await useTestApp({ logger, longestStreamMs: 100 });

async function keyWith(scopes: readonly ApiKeyScope[], expiresAt?: Date): Promise<string> {
  const made = { name: scopes.join(), scopes, expiresAt };
  return (await app.dependencies.apiKeys.create(app.accountId, made)).key;
}

const but = (...missing: ApiKeyScope[]) => API_KEY_SCOPES.filter((each) => !missing.includes(each));

async function send(operation: ContractOperation, key: string): Promise<supertest.Response> {
  const request = supertest(app.app)[operation.method](operation.urlWith({}));
  const [body] = Object.values(operation.examples);
  request.set('x-api-key', key);
  return body === undefined ? request : request.type('json').send(JSON.stringify(body));
}

describe.each(API_KEY_SCOPES)('an operation that needs the scope %s', (scope) => {
  const operations = contract.filter((operation) => operation.scope === scope);

  // proves operation: *; worker *
  test('403 for a key with every other scope, but never for a key with only this one', async () => {
    const without = await keyWith(but(scope));
    const alone = await keyWith([scope]);
    expect(operations.length).toBeGreaterThan(5);
    for (const operation of operations) {
      const { operationId } = operation;
      const { status, headers, text } = await send(operation, without);
      expect({ operationId, status }).toEqual({ operationId, status: 403 });
      expect(headers['www-authenticate']).toContain(`"insufficient_scope", scope="${scope}"`);
      expect(text).toContain(`lacks the scope \\"${scope}\\"`);
      const opened = await send(operation, alone);
      // Later checks may still refuse the request, also for members that need another scope.
      expect(opened.text ?? '').not.toMatch(/lacks the scope \\"\w+\\":|The API key is/);
    }
  });
});

// proves operation: submitTask; createStreamUrl
test('403 for a parameter value that needs a different scope', async () => {
  const local = await app
    .post('/api/v1/inference', orderSubmission)
    .set({ 'x-api-key': await keyWith(['submit']), 'x-inference-target': 'local' })
    .expect(403);
  expect(local.body).toEqual({
    success: false,
    message: expect.stringContaining('lacks the scope "local_server"'),
  });
  const control = await app
    .get(`/api/v1/tasks/${await app.submit()}/stream?mode=control`)
    .set({ 'x-api-key': await keyWith(['read']) })
    .expect(403);
  expect(control.body).toEqual({
    detail: expect.stringContaining('lacks the scope "submit"'),
    code: 'missing-scope',
    required_scope: 'submit',
  });
});

test('refuses to start when an operation for API keys declares no scope', () => {
  const document = loadErrandDocument();
  Reflect.deleteProperty(Object(readMember(document.paths['/api/v1/tasks'], 'get')), 'x-scope');
  expect(() => requireScopes(document)).toThrow(
    'Operation "listTasks" is open to API keys, but declares no x-scope.',
  );
});

test('announces the expiry in every response to a key that expires soon, and logs it once', async () => {
  const soon = new Date(Date.now() + 13 * 86_400_000);
  const later = new Date(Date.now() + 15 * 86_400_000);
  const key = await keyWith(['read'], soon);
  for (const path of ['/api/v1/tasks', '/api/v1/api_keys']) {
    const { headers } = await app.get(path).set('x-api-key', key);
    expect(headers['x-api-key-expires-at']).toBe(soon.toISOString());
  }
  const warnings = entries.filter(({ message }) => message === 'API key expires soon');
  expect(warnings).toMatchObject([{ level: 'warn', expiresAt: soon.toISOString() }]);
  const calm = await app.get('/api/v1/tasks').set('x-api-key', await keyWith(['read'], later));
  expect(calm.headers).not.toHaveProperty('x-api-key-expires-at');
});
