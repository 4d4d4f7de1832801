import { listen } from '@errand/app-runtime';
import { expect, test } from '@jest/globals';
import supertest from 'supertest';
import type { AppOptions } from '../app.ts';
import { createWholeApp } from '../testing/create-whole-app.ts';
import { recordLogs } from '../testing/record-logs.ts';
import { orderSubmission, type TestApp } from '../testing/start-test-app.ts';
import { useTestApp } from '../testing/use-test-app.ts';

const { logger } = recordLogs();
const app = await useTestApp({ logger });

const serve = (options: Partial<AppOptions>) =>
  supertest(createWholeApp(app.dependencies, { logger, validateResponses: true, ...options }));
const nested = (depth: number) => `{"task_id": ${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;
const send = (body: string) =>
  app.post('/api/v1/task_status').set('content-type', 'application/json').send(body);
const fetchable = (served: TestApp['app']) =>
  listen(served, { port: 0, host: '127.0.0.1', setting: 'PORT' });
const status = '/api/v1/task_status?task_id=none';

test('429 beyond the rate limit, per key, in the format of the operation', async () => {
  const client = serve({ rateLimitPerMinute: 2 });
  const ask = (key: string) => client.get(status).set('x-api-key', key);
  const first = await ask(app.apiKey).expect(404);
  expect(first.headers['ratelimit']).toBe('"minute"; r=1; t=60, "account"; r=9; t=60');
  expect(first.headers['ratelimit-policy']).toMatch(
    /^"minute"; q=2; w=60.*, "account"; q=10; w=60/,
  );
  await ask(app.apiKey).expect(404);
  const { body, headers } = await ask(app.apiKey).expect(429);
  const wait = Number(headers['retry-after']);
  expect([wait > 0, wait <= 60]).toEqual([true, true]);
  expect(body).toEqual({
    detail: `All 2 requests of this minute are used up: try again in ${wait} seconds.`,
  });
  const submission = await client
    .post('/api/v1/inference')
    .set('x-api-key', app.apiKey)
    .send(orderSubmission)
    .expect(429);
  expect(submission.body).toEqual({
    success: false,
    message: `All 2 requests of this minute are used up: try again in ${submission.headers['retry-after']} seconds.`,
  });
  await client.get(status).expect(401);
  await ask(app.otherApiKey).expect(404);
});

test('429 when the keys of an account together have sent five times the limit of one key', async () => {
  const client = serve({ rateLimitPerMinute: 1 });
  const ask = (key: string) => client.get(status).set('x-api-key', key);
  const keys = await Promise.all(
    ['1', '2', '3', '4', '5', '6'].map((name) =>
      app.dependencies.apiKeys.create(app.accountId, { name }),
    ),
  );
  for (const { key } of keys.slice(1)) await ask(key).expect(404);
  const { body, headers } = await ask(keys[0]?.key ?? '').expect(429);
  expect(headers['ratelimit']).toMatch(/^"minute"; r=0; t=\d+, "account"; r=0; t=\d+$/);
  expect(headers['x-error-code']).toBe('too-many-requests');
  expect(body.detail).toBe(
    `All 5 requests of this minute, for all keys of the account, are used up: try again in ${headers['retry-after']} seconds.`,
  );
  await ask(app.otherApiKey).expect(404);
});

test('429 per address where no key is needed, but never for probes', async () => {
  const client = serve({ rateLimitPerMinute: 1 });
  const validate = () =>
    client.post('/api/v1/validate_api_key').set('content-type', 'application/json').send('"k"');
  await validate().expect(200);
  await validate().expect(429);
  for (let probe = 0; probe < 3; probe += 1) await client.get('/health/live').expect(200);
});

test('OPTIONS returns the allowed methods, without a key', async () => {
  const client = supertest(app.app);
  const { headers } = await client.options(status).expect(204);
  expect(headers['allow']?.split(', ').toSorted()).toEqual(['GET', 'HEAD', 'OPTIONS', 'POST']);
  await client.options('/api/v1/nothing').expect(404);
});

test('lets only pages of the given origins call the API', async () => {
  const client = serve({ corsOrigins: ['https://console.example'] });
  const preflight = (origin: string) =>
    client.options('/api/v1/inference').set({
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'x-api-key,content-type',
    });
  const { headers } = await preflight('https://console.example').expect(204);
  expect(headers).toMatchObject({
    'access-control-allow-origin': 'https://console.example',
    'access-control-allow-headers': 'x-api-key,content-type',
    'access-control-max-age': '600',
  });
  const other = await preflight('https://evil.example');
  expect(other.headers).not.toHaveProperty('access-control-allow-origin');
  const { headers: answer } = await client.get(status).set('origin', 'https://console.example');
  expect(answer['access-control-expose-headers']?.split(',')).toEqual([
    'allow',
    'deprecation',
    'idempotent-replayed',
    'link',
    'ratelimit',
    'ratelimit-policy',
    'retry-after',
    'www-authenticate',
    'x-api-key-expires-at',
    'x-error-code',
    'x-request-id',
  ]);
  const closed = await supertest(app.app).get(status).set('origin', 'https://console.example');
  expect(closed.headers).not.toHaveProperty('access-control-allow-origin');
});

test('lets pages on this machine call from any port where loopback is allowed, but no lookalikes', async () => {
  const client = serve({ corsOrigins: ['loopback'] });
  const allowed = async (origin: string) => {
    const { headers } = await client.get(status).set('origin', origin);
    return headers['access-control-allow-origin'] === origin;
  };
  const own = [
    'http://localhost:5173',
    'https://app.localhost',
    'http://127.0.0.1',
    'http://[::1]:80',
  ];
  expect(await Promise.all(own.map(allowed))).toEqual([true, true, true, true]);
  const others = [
    'http://localhost.evil.example',
    'http://evil-localhost',
    'http://127.0.0.1.evil.example',
    'http://127.0.0.1:80@evil.example',
    'http://10.0.0.1',
    'null',
  ];
  expect(await Promise.all(others.map(allowed))).toEqual(others.map(() => false));
});

test('lets pages read every refusal with its code, however early it is', async () => {
  const origin = 'https://console.example';
  const json = { 'content-type': 'application/json' };
  const busy = { concurrent: 0, queued: 0, waitMs: 1, heldOpen: 0 };
  const refusals: [string, Partial<AppOptions>, Record<string, string>, string][] = [
    ['400 malformed-request', {}, json, '{'],
    ['401 unauthorized', {}, { 'x-api-key': 'none' }, '{}'],
    ['413 payload-too-large', {}, json, `"${'x'.repeat(200_000)}"`],
    ['415 unsupported-media-type', {}, { 'content-type': 'text/plain' }, 'x'],
    ['429 too-many-requests', { addressRateLimitPerMinute: 1 }, json, '{}'],
    ['429 too-many-requests', { rateLimitPerMinute: 1 }, json, '{}'],
    ['503 server-busy', { admission: busy }, json, '{}'],
  ];
  for (const [expected, options, headers, body] of refusals) {
    const client = serve({ corsOrigins: [origin], ...options });
    const ask = () =>
      client.post('/api/v1/tasks/cancel').set({ origin, 'x-api-key': app.apiKey, ...headers });
    if (expected.startsWith('429')) await ask().send(body);
    const refused = await ask().send(body);
    expect(`${refused.status} ${refused.headers['x-error-code']}`).toBe(expected);
    expect(refused.headers['access-control-allow-origin']).toBe(origin);
    const exposed = refused.headers['access-control-expose-headers']?.split(',');
    expect(exposed).toEqual(expect.arrayContaining(['retry-after', 'x-error-code']));
    expect('retry-after' in refused.headers).toBe(/^(?:429|503)/.test(expected));
  }
});

test('makes browsers treat a response as data only', async () => {
  const { headers } = await app.get(status);
  expect(headers).toMatchObject({
    'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'strict-transport-security': expect.stringMatching(/max-age=\d+/),
  });
  expect(headers).not.toHaveProperty('x-powered-by');
});

test('400 for a body that is not valid text, instead of replacing bytes', async () => {
  const bytes = Buffer.concat([
    Buffer.from('{"task_id":"'),
    Buffer.from([0xff, 0xfe]),
    Buffer.from('"}'),
  ]);
  await using server = await fetchable(app.app);
  const answer = await fetch(`${server.url}/api/v1/task_status`, {
    method: 'POST',
    headers: { 'x-api-key': app.apiKey, 'content-type': 'application/json' },
    body: bytes,
  });
  expect([answer.status, await answer.json()]).toEqual([
    400,
    { detail: 'The body is not valid JSON: it is not encoded in UTF-8.' },
  ]);
});

test('422 for a body nested deeper than a hundred levels, and 413 above 10 MB', async () => {
  const { body } = await send(nested(102)).expect(422);
  expect(body.detail).toEqual([
    { loc: ['body'], msg: expect.stringMatching(/deeper than 100 levels/), type: 'depth' },
  ]);
  const fitting = await send(nested(100)).expect(422);
  expect(fitting.body.detail[0].type).not.toBe('depth');
  await send(`{"task_id": "${'x'.repeat(10_485_760)}"}`).expect(413);
});
