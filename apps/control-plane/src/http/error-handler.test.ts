import { expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import supertest from 'supertest';
import { createApiKeyStore } from '../api-keys/api-key-store.ts';
import { connectDatabase } from '../database/connect-database.ts';
import type { Dependencies } from '../dependencies.ts';
import { createWholeApp } from '../testing/create-whole-app.ts';
import { recordLogs } from '../testing/record-logs.ts';
import { registrationTokenOf, workerId } from '../testing/enrol-worker.ts';
import type { TestApp } from '../testing/start-test-app.ts';
import { useTestApp } from '../testing/use-test-app.ts';

const { logger, entries } = recordLogs();
const app = await useTestApp({ logger });

test('404 for an unknown path, in the format of its document', async () => {
  const open = await app.get('/api/v1/nothing').expect(404);
  expect(open.body).toEqual({ detail: expect.stringMatching(/"\/api\/v1\/nothing"/) });
  const worker = await app.get('/worker/v1/nothing').expect(404);
  expect(worker.body).toEqual({ error: { code: 'not-found', message: expect.any(String) } });
});

test('405 names the allowed methods', async () => {
  const { body, headers } = await app.get('/api/v1/inference').expect(405);
  expect(body).toEqual({ detail: expect.stringMatching(/GET is not available/) });
  expect(headers['allow']).toBe('POST');
  await supertest(app.app).delete('/api/v1/task_status').expect(405);
});

test('404 for a path that cannot be decoded, but 401 without valid credentials', async () => {
  const { body } = await app.get('/api/v1/tasks/%E0%A4%A').expect(404);
  expect(body).toEqual({
    detail: expect.stringMatching(/nothing at "\/api\/v1\/tasks\/%E0%A4%A"/),
  });
  await supertest(app.app).get('/api/v1/tasks/%E0%A4%A').expect(401);
  await supertest(app.app).post('/worker/v1/tasks/%FF/start').expect(401);
});

test('400 for a body that does not match its declared encoding', async () => {
  for (const encoding of ['gzip', 'deflate', 'br']) {
    const { body } = await app
      .post('/api/v1/task_status')
      .set({ 'content-type': 'application/json', 'content-encoding': encoding })
      .send('{"task_id":"7"}')
      .expect(400);
    expect(body).toEqual({
      detail: expect.stringContaining(`The body is not valid ${encoding}: `),
    });
  }
});

test('HEAD returns the same as GET, without a body', async () => {
  const head = (path: string) => supertest(app.app).head(path).set('x-api-key', app.apiKey);
  const { headers, text } = await head('/api/v1/get_recordings').expect(200);
  expect(text).toBeUndefined();
  expect(Number(headers['content-length'])).toBeGreaterThan(100);
  await head('/health/live').expect(200);
  await head('/api/v1/tasks/none').expect(404);
  const { headers: refused } = await head('/api/v1/inference').expect(405);
  expect(refused['allow']).toBe('POST');
  const { headers: both } = await supertest(app.app).put('/api/v1/tasks/none').expect(405);
  expect(both['allow']).toBe('DELETE, GET, HEAD');
});

test('200 regardless of a cached copy, because no response may be stored', async () => {
  for (const condition of [{ 'if-none-match': '*' }, { 'if-modified-since': 'Fri, 01 Jan 2100' }]) {
    await app.get('/api/v1/get_recordings').set(condition).expect(200);
    await app.get('/health/live').set(condition).expect(200);
  }
});

test('422 and no retry when the database refuses the text of a report', async () => {
  const leases = {
    ...app.dependencies.leases,
    renew: async () =>
      (await app.database.pool.query<never>('SELECT $1::text WHERE false', ['\0'])).rows,
  };
  const options = { logger, validateResponses: true };
  const { body } = await supertest(createWholeApp({ ...app.dependencies, leases }, options))
    .post('/worker/v1/heartbeats')
    .set('authorization', `Bearer ${registrationTokenOf(workerId)}`)
    .send({ worker_id: workerId, leases: [] })
    .expect(422);
  expect(body).toEqual({
    error: { code: 'invalid-request', message: expect.stringMatching(/cannot be stored/) },
  });
});

test('422 explains a violation to a worker in a single text', async () => {
  const { body } = await supertest(app.app)
    .post('/worker/v1/heartbeats')
    .set('authorization', `Bearer ${registrationTokenOf(workerId)}`)
    .send({ worker_id: 7 })
    .expect(422);
  expect(body.error).toMatchObject({
    code: 'invalid-request',
    message: expect.stringMatching(/worker_id is 7: specify a string\.$/),
  });
});

test('500 for a bug, logged under the id of the response and without client data', async () => {
  const broken: Dependencies = {
    ...app.dependencies,
    workspaces: {
      ...app.dependencies.workspaces,
      find: () => Promise.reject(new Error('bug\nargs: the-secret-of-the-client')),
    },
  };
  const options = { logger, validateResponses: true };
  const { body, headers } = await supertest(createWholeApp(broken, options))
    .get('/api/v1/get_recordings?endpoint_name=the-secret-of-the-client')
    .set('x-api-key', app.apiKey)
    .expect(500);
  expect(body).toEqual({ detail: expect.stringMatching(/x-request-id/) });
  expect(entries.at(-1)).toMatchObject({
    level: 'error',
    requestId: headers['x-request-id'],
    operationId: 'listRecordings',
    errorMessage: 'bug',
  });
  expect(JSON.stringify(entries)).not.toContain('the-secret-of-the-client');
});

test('401 when the account is deleted after its key was accepted', async () => {
  const apiKeys = {
    ...app.dependencies.apiKeys,
    findOwner: async (key: string) => {
      const owner = await app.dependencies.apiKeys.findOwner(key);
      return owner && { ...owner, accountId: randomUUID() };
    },
  };
  const options = { logger, validateResponses: true };
  const { body } = await supertest(createWholeApp({ ...app.dependencies, apiKeys }, options))
    .post('/api/v1/workspaces')
    .set('x-api-key', app.apiKey)
    .send({ name: 'accounts' })
    .expect(401);
  expect(body).toEqual({ detail: expect.stringMatching(/API key is not valid/) });
});

test('503 with a retry time in each format while Postgres is down, 200 afterwards', async () => {
  await using tunnel = await openTunnel(app);
  await using database = await connectDatabase({ url: tunnel.url, poolSize: 2 });
  const leases = {
    ...app.dependencies.leases,
    renew: async () => (await database.pool.query<never>('SELECT 1 WHERE false')).rows,
  };
  const apiKeys = createApiKeyStore(database);
  const dependencies = { ...app.dependencies, apiKeys, leases };
  const client = supertest(createWholeApp(dependencies, { logger, validateResponses: true }));
  const ask = () => client.get('/api/v1/get_recordings').set('x-api-key', app.apiKey);
  await ask().expect(200);

  await tunnel.close();
  const { body, headers } = await ask().expect(503);
  expect(body).toEqual({ detail: expect.stringMatching(/cannot reach its database/) });
  expect(headers['retry-after']).toBe('2');
  const heartbeat = await client
    .post('/worker/v1/heartbeats')
    .set('authorization', `Bearer ${registrationTokenOf(workerId)}`)
    .send({ worker_id: workerId, leases: [] });
  expect(heartbeat.status).toBe(503);
  expect(heartbeat.headers['retry-after']).toBe('2');
  expect(heartbeat.body).toEqual({
    error: { code: 'database-unavailable', message: expect.stringMatching(/its database/) },
  });
  const submission = await client.post('/api/v1/inference').set('x-api-key', app.apiKey).send({});
  expect(submission.status).toBe(503);
  expect(submission.headers['retry-after']).toBe('2');
  expect(submission.body).toEqual({
    success: false,
    message: expect.stringMatching(/its database/),
  });
  const older = await client.post('/api/v1/inference/all_calls').set('x-api-key', app.apiKey);
  expect(older.status).toBe(503);
  expect(older.body).toEqual({ error: expect.stringMatching(/its database/) });

  await tunnel.open();
  await ask().expect(200);
});

/** A connection to the app's database that can be interrupted. */
async function openTunnel({ databaseUrl }: TestApp) {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const server: Server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
    }
    near.pipe(far).pipe(near);
  });
  const listenAt = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  await listenAt(0);
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${port}`;
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
    if (!server.listening) return;
    server.close();
    await once(server, 'close');
  };
  return { url: url.href, open: () => listenAt(port), close, [Symbol.asyncDispose]: close };
}
