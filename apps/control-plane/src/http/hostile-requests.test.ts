import { loadErrandDocument } from '@errand/api-types';
import { listen, type ListeningServer } from '@errand/app-runtime';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import express from 'express';
import { createWholeApp } from '../testing/create-whole-app.ts';
import { recordLogs } from '../testing/record-logs.ts';
import { registrationTokenOf, workerId } from '../testing/enrol-worker.ts';
import { startTestApp, type TestApp } from '../testing/start-test-app.ts';
import { createErrorHandler } from './error-handler.ts';
import { readErrorShapes } from './error-shapes.ts';
import { loadBody } from './read-body.ts';

const { logger, entries } = recordLogs();
let app: TestApp;
let server: ListeningServer;
beforeAll(async () => {
  app = await startTestApp({ logger, longestStreamMs: 100 });
  server = await listen(app.app, { port: 0, host: '127.0.0.1', setting: 'PORT' });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await app[Symbol.asyncDispose]();
});

/** Sends bytes that no HTTP client would send. Returns the whole response. */
async function sendRaw(lines: readonly string[], { port } = server): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(lines.join('\r\n'));
  return text(socket);
}

const countRows = () =>
  app.database.pool.query(
    'SELECT (SELECT count(*) FROM api_keys) + (SELECT count(*) FROM signing_secrets) AS rows',
  );

const withKey = (path: string) => [
  `POST ${path} HTTP/1.1`,
  'host: errand.test',
  `x-api-key: ${app.apiKey}`,
];

test.each(['/api/v1/signing_secrets/rotate', '/api/v1/api_keys'])(
  '400 for a body with a broken chunk, and %s has no effect',
  async (path) => {
    const { rows: before } = await countRows();
    const broken = ['content-type: application/json', 'transfer-encoding: chunked', '', 'zz', '{}'];
    const answer = await sendRaw([...withKey(path), ...broken, '', '']);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    const cut = ['content-length: 100', '', ''];
    const socket = connect(server.port, '127.0.0.1');
    socket.end([...withKey(path), ...cut].join('\r\n'));
    await text(socket);
    expect((await countRows()).rows).toEqual(before);
  },
);

test.each(['/files/%ff', '/live/%ff', '/docs/%ff', '/%ff', '/api/v1/tasks/%ff'])(
  'reveals no internals for %s',
  async (path) => {
    const answer = await fetch(`${server.url}${path}`, { headers: { 'x-api-key': app.apiKey } });
    const body = await answer.text();
    expect([answer.status, body]).toEqual([404, expect.stringContaining('There is nothing at')]);
    expect(body).not.toMatch(/node_modules|\bat \w+ \(|\.ts:/);
  },
);

test.each([
  '/api/v1/tasks?status[a]=queued',
  '/api/v1/tasks?status=queued&status[b]=x',
  '/api/v1/task_status?task_id[]=7',
  '/api/v1/tasks?limit[$gt]=1',
])('422 for a query with members: %s', async (path) => {
  const { body } = await app.get(encodeURI(path)).expect(422);
  expect(body.detail[0].loc[0]).toBe('query');
});

test.each(['zstd', 'gzip', 'deflate', 'br'])(
  '400 or 415 for a body that is not valid %s',
  async (coding) => {
    const { status } = await app
      .post('/api/v1/task_status')
      .set({ 'content-type': 'application/json', 'content-encoding': coding })
      .send('{"task_id":"7"}');
    expect([400, 415]).toContain(status);
  },
);

test('401 for a wrong key before any byte of the body is read', async () => {
  const head = ['content-type: application/json', 'content-length: 10000000', '', '[[[['];
  const request = ['POST /api/v1/update_example HTTP/1.1', 'host: errand.test', 'x-api-key: no'];
  const socket = connect(server.port, '127.0.0.1');
  socket.write([...request, ...head].join('\r\n'));
  const [answer] = await once(socket, 'data');
  socket.destroy();
  expect(String(answer)).toMatch(/^HTTP\/1\.1 401 /);
});

test.each(['/health/live', '/health/ready'])(
  '200 from %s before any byte of a body, which it does not have, is read',
  async (path) => {
    const socket = connect(server.port, '127.0.0.1');
    const head = ['host: errand.test', 'content-type: application/json', 'content-length: 100'];
    socket.write([`GET ${path} HTTP/1.1`, ...head, '', '['].join('\r\n'));
    const [answer] = await once(socket, 'data');
    socket.destroy();
    expect(String(answer)).toMatch(/^HTTP\/1\.1 200 /);
  },
);

test('400 and a closed connection for a body that does not arrive in time', async () => {
  const reader = express()
    .post('/', async (request, response) => {
      await loadBody(request, response, { leastPatienceMs: 100 });
      response.json(request.body);
    })
    .use(
      createErrorHandler({
        routes: new Map(),
        shapes: readErrorShapes(loadErrandDocument(), 'DetailError'),
        logger,
      }),
    );
  await using own = await listen(reader, { port: 0, host: '127.0.0.1', setting: 'PORT' });
  const head = ['POST / HTTP/1.1', 'host: errand.test', 'content-type: application/json'];
  const answer = await sendRaw([...head, 'content-length: 100', '', '{'], own);
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toContain('it did not arrive within 1 seconds');
  const whole = ['content-length: 2', 'connection: close', '', '{}'];
  expect(await sendRaw([...head, ...whole], own)).toMatch(/^HTTP\/1\.1 200 /);
});

test('413 for more than 100 KB where an operation does not need a larger body', async () => {
  const { body } = await app
    .post('/api/v1/tasks/cancel', { task_ids: ['x'.repeat(110_000)] })
    .expect(413);
  expect(body.detail).toBe('The body is larger than the limit of 102400 bytes.');
});

test('422 for a body of brackets without parsing it', async () => {
  const { body } = await app
    .post('/api/v1/update_example')
    .set('content-type', 'application/json')
    .send('['.repeat(9_000_000))
    .expect(422);
  expect(body.detail[0]).toMatchObject({ loc: ['body'], type: 'depth' });
});

test('422 for a body of twelve million values, with little memory', async () => {
  const before = process.memoryUsage().rss;
  const { body } = await app
    .post('/api/v1/inference')
    .set('content-type', 'application/json')
    .send(`{"endpoint_name":"x","input_parameters":{"a":[0${',0'.repeat(12_000_000)}]}}`)
    .expect(422);
  expect(body.detail[0]).toMatchObject({ loc: ['body'], type: 'values' });
  expect(process.memoryUsage().rss - before).toBeLessThan(600 * 1024 * 1024);
});

test('422 for the last of a million values, which holds U+0000, with little memory', async () => {
  const values = `${'"",'.repeat(999_000)}"\\u0000"`;
  const before = process.memoryUsage().rss;
  const { body } = await app
    .post('/api/v1/inference')
    .set('content-type', 'application/json')
    .send(`{"endpoint_name":"x","input_parameters":{"a":[${values}]}}`)
    .expect(422);
  expect(body.detail).toMatchObject([{ loc: ['body', 'input_parameters', 'a', 999_000] }]);
  expect(process.memoryUsage().rss - before).toBeLessThan(250 * 1024 * 1024);
});

test('429 for an address that sends wrong keys, but not for a key that was valid there', async () => {
  const limited = createWholeApp(app.dependencies, {
    logger,
    validateResponses: true,
    failedKeysPerMinute: 3,
  });
  await using own = await listen(limited, { port: 0, host: '127.0.0.1', setting: 'PORT' });
  const ask = async (key: string) => {
    const headers = { 'x-api-key': key };
    return (await fetch(`${own.url}/api/v1/get_recordings`, { headers })).status;
  };
  expect(await ask(app.apiKey)).toBe(200);
  const guesses = await Promise.all(['a', 'b', 'c'].map(ask));
  expect(guesses).toEqual([401, 401, 401]);
  expect(await ask('d')).toBe(429);
  expect(await ask(app.otherApiKey)).toBe(429);
  expect(await ask(app.apiKey)).toBe(200);
  const refusals = entries.filter(({ message }) => message === 'credentials refused');
  expect(refusals.slice(-3)).toMatchObject([{ address: '127.0.0.1' }, {}, {}]);
  expect(JSON.stringify(entries)).not.toContain(app.apiKey);
});

test('429 for an address beyond its rate limit, before everything except probes', async () => {
  const limited = createWholeApp(app.dependencies, {
    logger,
    validateResponses: true,
    addressRateLimitPerMinute: 2,
  });
  await using own = await listen(limited, { port: 0, host: '127.0.0.1', setting: 'PORT' });
  const ask = async (path: string) => (await fetch(`${own.url}${path}`)).status;
  expect([await ask('/docs/'), await ask('/api/v1/get_recordings')]).toEqual([200, 401]);
  expect([await ask('/live/x'), await ask('/api/v1/get_recordings')]).toEqual([429, 429]);
  expect(await ask('/health/live')).toBe(200);
});

test.each([
  ['GET', '/api/v1/get_recordings', 200],
  ['POST', '/api/v1/inference', 400],
  ['GET', '/api/v1/tasks/01900000-0000-7000-8000-000000000000/stream', 404],
  ['GET', '/api/v1/nothing', 404],
  ['GET', '/api/v1/%ff', 404],
  ['DELETE', '/api/v1/inference', 405],
  ['OPTIONS', '/api/v1/inference', 204],
  ['GET', '/files/none', 403],
  ['GET', '/health/live', 200],
  ['POST', '/worker/v1/claims', 204],
  ['POST', '/worker/v1/sessions/01900000-0000-7000-8000-000000000000/end', 422],
  ['POST', '/gateway/v1/redeem', 404],
])('keeps the response to %s %s out of caches', async (method, path, status) => {
  const isWorker = path.startsWith('/worker/');
  const claim = { worker_id: workerId, wait_seconds: 0 };
  const { status: answered, headers } = await fetch(`${server.url}${path}`, {
    method,
    headers: {
      ...(isWorker
        ? { authorization: `Bearer ${registrationTokenOf(workerId)}` }
        : { 'x-api-key': app.apiKey }),
      ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
    },
    ...(method === 'POST' ? { body: JSON.stringify(path.endsWith('claims') ? claim : {}) } : {}),
  });
  expect([answered, headers.get('cache-control')]).toEqual([status, 'no-store']);
});

test('lets browsers cache the assets of pages', async () => {
  const page = await fetch(`${server.url}/docs/api/try/swagger-ui.css`);
  expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'public, max-age=86400']);
});
