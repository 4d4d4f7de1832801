import { expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import supertest from 'supertest';
import { createWholeApp } from '../testing/create-whole-app.ts';
import { recordLogs } from '../testing/record-logs.ts';
import { useTestApp } from '../testing/use-test-app.ts';

const app = await useTestApp();

/** Stores what a worker would store. */
async function addTrace(taskId: string, leaseEpoch: number, content: string): Promise<void> {
  const objectKey = `tasks/${taskId}/${randomUUID()}`;
  const contentType = 'application/zip';
  await app.dependencies.storage.write(objectKey, Buffer.from(content), { contentType });
  const file = { filename: 'trace.zip', contentType, size: content.length, objectKey };
  const data = { taskId, leaseEpoch, kind: 'trace', ...file, confirmedAt: new Date() };
  await app.database.prisma.artifact.create({ data });
}

// proves operation: createTraceUrl
test('200 returns a URL that opens the newest trace of the task without a key', async () => {
  const taskId = await app.submit();
  const before = await app.get(`/api/v1/tasks/${taskId}`).expect(200);
  expect(before.body.task.trace_url).toBeNull();
  await addTrace(taskId, 1, 'first');
  await addTrace(taskId, 2, 'second attempt');
  const { body: detail } = await app.get(`/api/v1/tasks/${taskId}`).expect(200);
  expect(detail.task).toMatchObject({ download_count: 0 });
  expect(new URL(detail.task.trace_url).pathname).toBe(`/trace/${taskId}`);

  const { body } = await app.get(`/api/v1/tasks/${taskId}/trace/url`).expect(200);
  const { pathname, search } = new URL(body.trace_url);
  expect(pathname).toBe(`/trace/${taskId}`);
  const opened = await supertest(app.app).get(`${pathname}${search}`).expect(302);
  const viewer = new URL(opened.headers['location'] ?? '', `http://errand${pathname}`);
  expect(viewer.pathname).toBe('/trace/viewer/index.html');
  const file = new URL(viewer.searchParams.get('trace') ?? '', viewer);
  expect(file.pathname).toBe(`/trace/${taskId}/trace.zip`);
  // If it returned a new ticket, access would never expire.
  expect(file.search).toBe(search);
  const { headers, body: content } = await supertest(app.app)
    .get(`${file.pathname}${file.search}`)
    .buffer(true)
    .parse((response, done) => {
      let text = '';
      response.on('data', (part) => (text += part));
      response.on('end', () => done(null, text));
    })
    .expect(200);
  expect(content).toBe('second attempt');
  expect(headers).toMatchObject({ 'content-type': 'application/zip', 'content-length': '14' });
  await app.get(pathname).expect(302);
});

// proves operation: createTraceUrl
test('401 without a key, 404 for a task without a trace or of another account', async () => {
  const taskId = await app.submit();
  const path = `/api/v1/tasks/${taskId}/trace/url`;
  await supertest(app.app).get(path).expect(401);
  const none = await app.get(path).expect(404);
  expect(none.body.detail).toContain('has no trace');
  await addTrace(taskId, 1, 'trace');
  await app.get(path).set('x-api-key', app.otherApiKey).expect(404);
});

test('the trace needs a ticket of its task, or a key of its account with the scope read', async () => {
  const [taskId, other] = [await app.submit(), await app.submit()];
  for (const id of [taskId, other]) await addTrace(id, 1, 'trace');
  const { body } = await app.get(`/api/v1/tasks/${taskId}/trace/url`).expect(200);
  const { search } = new URL(body.trace_url);
  const submitter = { name: 'submitter', scopes: ['submit'] as const };
  const { key } = await app.dependencies.apiKeys.create(app.accountId, submitter);
  for (const file of ['', '/trace.zip']) {
    const get = (id: string, query = '') => supertest(app.app).get(`/trace/${id}${file}${query}`);
    await get(taskId).expect(401);
    await get(other, search).expect(401);
    await get(taskId, `${search}x`).expect(401);
    await get(taskId).set('x-api-key', key).expect(403);
    await get(taskId).set('x-api-key', app.otherApiKey).expect(404);
    await get('no-task').set('x-api-key', app.apiKey).expect(404);
  }
});

test('serves the viewer with a strict policy, and lets browsers cache static files', async () => {
  const page = await supertest(app.app).get('/trace/viewer/index.html').expect(200);
  expect(page.headers).toMatchObject({
    'cache-control': 'no-cache',
    'content-security-policy': expect.stringContaining("default-src 'none';script-src 'self'"),
  });
  const [, script = ''] = /src="\.\/(index\.[^"]+\.js)"/.exec(page.text) ?? [];
  const { headers } = await supertest(app.app).get(`/trace/viewer/${script}`).expect(200);
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
  const worker = await supertest(app.app).get('/trace/viewer/sw.bundle.js').expect(200);
  expect(worker.headers['cache-control']).toBe('no-cache');
  await supertest(app.app).get('/trace/viewer/../../package.json').expect(404);
});

test('429 when the key, or the key of the ticket, has used up its requests of the minute', async () => {
  const taskId = await app.submit();
  await addTrace(taskId, 1, 'trace');
  const { body } = await app.get(`/api/v1/tasks/${taskId}/trace/url`).expect(200);
  const { search } = new URL(body.trace_url);
  const { logger } = recordLogs();
  const options = { logger, validateResponses: true, rateLimitPerMinute: 2 };
  const client = supertest(createWholeApp(app.dependencies, options));
  const file = `/trace/${taskId}/trace.zip`;
  await client.get('/api/v1/tasks').set('x-api-key', app.apiKey).expect(200);
  await client.get(`${file}${search}`).expect(200);
  await client.get(`${file}${search}`).expect(429);
  const refused = await client.get(file).set('x-api-key', app.apiKey).expect(429);
  expect(refused.body.detail).toMatch(/^All 2 requests of this minute are used up/);
});
