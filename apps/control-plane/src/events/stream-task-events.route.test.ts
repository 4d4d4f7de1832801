import { listen } from '@errand/app-runtime';
import { pollUntil } from '@errand/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import supertest from 'supertest';
import { connectDatabase } from '../database/connect-database.ts';
import { createWholeApp } from '../testing/create-whole-app.ts';
import { followTask, openEvents } from '../testing/follow-task.ts';
import { speakWorker } from '../testing/speak-worker.ts';
import { startTestApp, type TestApp } from '../testing/start-test-app.ts';
import { recordLogs } from '../testing/record-logs.ts';
import { createTaskFeed } from './task-feed.ts';
import { createTaskWatch } from './watch-tasks.ts';

const EVERY_EVENT = [
  'status',
  'status',
  'status',
  'step',
  'step',
  'file',
  'file',
  'file',
  'status',
];

const stack = new AsyncDisposableStack();
const { logger, entries } = recordLogs();
let app: TestApp;
let urls: string[];
beforeAll(async () => {
  app = stack.use(await startTestApp({ logger }));
  urls = [await serve(app.app), await serve(await startReplica())];
});
afterAll(async () => stack.disposeAsync());

test('200 sends status, steps and files as they happen, in order, and ends with the task', async () => {
  const taskId = await app.submit();
  const listener = await follow(taskId);
  await listener.until(1);
  const worker = speakWorker(app);
  const lease = await worker.claim();
  await listener.until(2);
  await worker.report(lease, 'start').expect(200);
  await listener.until(3);
  await worker.report(lease, 'steps', { steps: [stepOf(0), stepOf(1)] }).expect(200);
  await listener.until(5);
  await addFile(taskId, 'invoice.pdf');
  await listener.until(6);
  await worker.report(lease, 'complete', { output_data: [], for_loop_status: [] }).expect(200);

  const events = await listener.end();
  expect(
    events.map(({ event, data }) => [
      event,
      data['status'] ?? data['sequence'] ?? data['filename'],
    ]),
  ).toEqual([
    ['status', 'queued'],
    ['status', 'allocated'],
    ['status', 'running'],
    ['step', 0],
    ['step', 1],
    ['file', 'invoice.pdf'],
    ['status', 'success'],
  ]);
  expect(events.at(-1)?.data).toMatchObject({ task_id: taskId, attempt: 1, error: null });
});

test('200 continues after every event at another replica, and 204 after the last one', async () => {
  const taskId = await endedTask();
  const all = await (await follow(taskId)).end();
  expect(all.map(({ event }) => event)).toEqual(EVERY_EVENT);
  for (const [index, { id }] of all.slice(0, -1).entries()) {
    const rest = await (await follow(taskId, { id, url: urls[1] })).end();
    expect(rest).toEqual(all.slice(index + 1));
  }
  const over = await open(taskId, { id: all.at(-1)?.id });
  expect(over.status).toBe(204);
});

test('200 sends a lost attempt, the wait after it and the next attempt', async () => {
  const taskId = await app.submit();
  const worker = speakWorker(app);
  const lease = await worker.claim();
  await worker.report(lease, 'release', { reason: 'drain' }).expect(200);
  await app.post(`/api/v1/tasks/${taskId}/cancel`).expect(200);
  const events = await (await follow(taskId)).end();
  expect(events.map(({ data }) => [data['status'], data['attempt']])).toEqual([
    ['queued', 0],
    ['allocated', 1],
    ['queued', 1],
    ['cancelled', 1],
  ]);
});

test('holds back steps that follow a missing one', async () => {
  const taskId = await app.submit();
  const worker = speakWorker(app);
  const lease = await worker.claim();
  await worker.report(lease, 'start').expect(200);
  await worker.report(lease, 'steps', { steps: [stepOf(1)] }).expect(200);
  const listener = await follow(taskId);
  await listener.until(3);
  await worker.report(lease, 'steps', { steps: [stepOf(0)] }).expect(200);
  await listener.until(5);
  expect(listener.events.slice(3).map(({ data }) => data['sequence'])).toEqual([0, 1]);
  await worker.report(lease, 'complete', { output_data: [], for_loop_status: [] }).expect(200);
  await listener.end();
});

test('ends when the client leaves, and frees a place for the next listener', async () => {
  const taskId = await app.submit();
  const listeners = await Promise.all(Array.from({ length: 50 }, () => open(taskId)));
  expect(listeners.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200));
  const refused = await open(taskId);
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toBe('2');
  expect(await refused.json()).toEqual({ detail: expect.stringMatching(/^50 event streams/) });
  for (const { body } of listeners) await body?.cancel();
  await pollUntil('there is room', async () => {
    const next = await open(taskId);
    await next.body?.cancel();
    return next.status === 200;
  });
  await app.post(`/api/v1/tasks/${taskId}/cancel`).expect(200);
  expect(entries.filter(({ level }) => level === 'error')).toEqual([]);
});

test('200 ends at the time limit, frees its place, and continues with a new request', async () => {
  const url = await serve(await startReplica({ longestMs: 300 }));
  const taskId = await app.submit();
  for (const _ of Array.from({ length: 3 })) {
    const streams = await Promise.all(Array.from({ length: 25 }, () => open(taskId, { url })));
    const texts = await Promise.all(streams.map((stream) => stream.text()));
    const expected = expect.stringMatching(/^retry: 2000\n\nid: [^]*"queued"[^]*\n\n$/);
    expect(texts).toEqual(texts.map(() => expected));
  }
  const [first] = await (await follow(taskId, { url })).end();
  await app.post(`/api/v1/tasks/${taskId}/cancel`).expect(200);
  const rest = await (await follow(taskId, { url, id: first?.id })).end();
  expect(rest.map(({ data }) => data['status'])).toEqual(['cancelled']);
});

test('200 sends what has happened even if the time limit expires before the first read', async () => {
  const url = await serve(await startReplica({ longestMs: 1 }));
  const taskId = await app.submit();
  const streams = await Promise.all(Array.from({ length: 25 }, () => follow(taskId, { url })));
  const received = await Promise.all(streams.map((stream) => stream.end()));
  const queued = [expect.objectContaining({ event: 'status' })];
  expect(received).toEqual(received.map(() => queued));
  await app.post(`/api/v1/tasks/${taskId}/cancel`).expect(200);
});

test('200 continues when the database drops the connection during a read', async () => {
  const taskId = await app.submit();
  const listener = await follow(taskId, { url: urls[1] });
  await listener.until(1);
  await breakOffLookAt(() => addFileUncounted(taskId, 'invoice.pdf'));
  await listener.until(2);
  await app.post(`/api/v1/tasks/${taskId}/cancel`).expect(200);
  const events = await listener.end();
  expect(events.map(({ event }) => event)).toEqual(['status', 'file', 'status']);
});

test('422 for an invalid position, and 200 for one of an older release', async () => {
  const taskId = await endedTask();
  const all = await (await follow(taskId)).end();
  const older = all.map(({ id }) => id.replace(/\.\d+-\d+$/, ''));
  const rest = await (await follow(taskId, { id: older[5] })).end();
  // After the time of the first file, which another file shares.
  expect(rest.map(({ event }) => event)).toEqual(['file', 'file', 'file', 'status']);
  for (const id of ['1.1-1.0', '1.1-1.0-0.', '1.9-1.0-0.0', '-1.1-1.0-0.0', 'x'.repeat(199)]) {
    expect((await open(taskId, { id })).status).toBe(422);
  }
});

test('HEAD responds without a stream', async () => {
  const taskId = await app.submit();
  const path = `/api/v1/tasks/${taskId}/events`;
  const { headers } = await supertest(app.app).head(path).set('x-api-key', app.apiKey).expect(200);
  expect(headers['content-type']).toMatch('text/event-stream');
  await app.post(`/api/v1/tasks/${taskId}/cancel`).expect(200);
});

test('401, 404 and 422 before any event', async () => {
  const taskId = await app.submit();
  const path = `/api/v1/tasks/${taskId}/events`;
  await supertest(app.app).get(path).expect(401);
  await supertest(app.app).get(path).set('x-api-key', app.otherApiKey).expect(404);
  await app.get(`/api/v1/tasks/${randomUUID()}/events`).expect(404);
  const { body } = await app.get(path).set('last-event-id', '7').expect(422);
  expect(body.detail).toEqual([
    { loc: ['header', 'last-event-id'], msg: expect.stringMatching(/"7"/), type: 'value' },
  ]);
});

test('503 while the server stops, so that no listener mistakes it for the end of the task', async () => {
  const taskId = await app.submit();
  const options = { logger, validateResponses: true };
  const stopping = createWholeApp({ ...app.dependencies, draining: AbortSignal.abort() }, options);
  const { body } = await supertest(stopping)
    .get(`/api/v1/tasks/${taskId}/events`)
    .set('x-api-key', app.apiKey)
    .expect(503);
  expect(body.detail).toMatch('is shutting down');
});

type Options = { id?: string | undefined; url?: string | undefined };

const streamOf = (taskId: string, { id, url = urls[0] ?? '' }: Options = {}) => ({
  taskId,
  id,
  url,
  apiKey: app.apiKey,
});
const open = (taskId: string, options?: Options) => openEvents(streamOf(taskId, options));
/** Reads until the server ends the stream. */
const follow = (taskId: string, options?: Options) => followTask(streamOf(taskId, options));

async function serve(served: TestApp['app']): Promise<string> {
  const server = stack.use(await listen(served, { port: 0, host: '127.0.0.1', setting: 'PORT' }));
  return server.url;
}

/** Simulates another process on the same database, as far as events are concerned. */
async function startReplica(feed: { longestMs?: number } = {}): Promise<TestApp['app']> {
  const database = stack.use(await connectDatabase({ url: app.databaseUrl, poolSize: 2 }));
  const taskFeed = createTaskFeed({ database, watch: createTaskWatch(database), ...feed });
  const options = { logger, validateResponses: true };
  return createWholeApp({ ...app.dependencies, taskFeed }, options);
}

async function endedTask(): Promise<string> {
  const taskId = await app.submit();
  const worker = speakWorker(app);
  const lease = await worker.claim();
  await worker.report(lease, 'start').expect(200);
  await worker.report(lease, 'steps', { steps: [stepOf(0), stepOf(1)] }).expect(200);
  const confirmedAt = new Date();
  for (const name of ['invoice.pdf', 'annex.pdf']) await addFile(taskId, name, confirmedAt);
  await addFile(taskId, 'letter.pdf');
  await worker.report(lease, 'complete', { output_data: [], for_loop_status: [] }).expect(200);
  return taskId;
}

/** Terminates the listener's connection while it reads the change. */
async function breakOffLookAt(change: () => Promise<void>): Promise<void> {
  const { pool } = app.database;
  const holder = await pool.connect();
  try {
    await holder.query('BEGIN');
    await holder.query('LOCK TABLE attempts IN ACCESS EXCLUSIVE MODE');
    await change();
    await pollUntil(
      'its read is interrupted',
      async () => {
        const { rows } = await holder.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%LEFT JOIN attempts%'`,
        );
        return rows.length > 0;
      },
      { deadlineMs: 120_000 },
    );
  } finally {
    await holder.query('ROLLBACK');
    holder.release();
  }
}

function stepOf(sequence: number) {
  return {
    sequence,
    node_path: `nodes[${sequence}]`,
    kind: 'click_element',
    outcome: 'done',
    started_at: '2026-03-02T09:15:01.900Z',
    duration_ms: 3,
  };
}

async function addFile(taskId: string, filename: string, confirmedAt?: Date): Promise<void> {
  await createFile(taskId, filename, confirmedAt);
}

/** Skips the counting triggers, which would wait for a lock on the attempts. */
async function addFileUncounted(taskId: string, filename: string): Promise<void> {
  const { prisma } = app.database;
  const withoutTriggers = prisma.$executeRaw`SET LOCAL session_replication_role = replica`;
  await prisma.$transaction([withoutTriggers, createFile(taskId, filename)]);
}

function createFile(taskId: string, filename: string, confirmedAt = new Date(Date.now() + 1)) {
  return app.database.prisma.artifact.create({
    data: {
      taskId,
      leaseEpoch: 1,
      kind: 'download',
      filename,
      contentType: 'application/pdf',
      size: 4,
      objectKey: randomUUID(),
      confirmedAt,
    },
  });
}
