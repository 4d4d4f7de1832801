import { listen } from '@errand/app-runtime';
import { openBrowser, pollUntil } from '@errand/test-kit';
import { expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import express from 'express';
import supertest from 'supertest';
import { createWholeApp } from '../testing/create-whole-app.ts';
import { recordLogs } from '../testing/record-logs.ts';
import { speakWorker } from '../testing/speak-worker.ts';
import { createFile, useEventServers } from '../testing/use-event-servers.ts';

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

const { logger, entries } = recordLogs();
const { app, urls, open, follow, serveReplica } = await useEventServers(logger);

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

test('422 for an invalid position, and 200 for one of an older release', async () => {
  const taskId = await endedTask();
  const all = await (await follow(taskId)).end();
  // Files are numbered among those with the same time, not among all files.
  expect(all.slice(5, 8).map(({ id }) => /\.(\d+)-0$/.exec(id)?.[1])).toEqual(['1', '2', '1']);
  const older = all.map(({ id }) => id.replace(/\.\d+-\d+$/, ''));
  const rest = await (await follow(taskId, { id: older[5] })).end();
  // The position is the time of the first file, which another file shares.
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

test('429 for more streams than the account may have open, until one has ended', async () => {
  const url = await serveReplica({ maxListenersOfAccount: 1 });
  const [first, second] = [await app.submit(), await app.submit()];
  const listener = await follow(first, { url });
  const refused = await open(second, { url });
  expect([refused.status, await refused.json()]).toEqual([
    429,
    { detail: expect.stringMatching(/^1 event streams of this account .* task_status/) },
  ]);
  await app.post(`/api/v1/tasks/${first}/cancel`).expect(200);
  await listener.end();
  await pollUntil('there is a place', async () => (await open(second, { url })).status === 200);
  await app.post(`/api/v1/tasks/${second}/cancel`).expect(200);
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
  await createFile(app, { taskId, filename, confirmedAt });
}

// proves operation: createEventsUrl
test('200 lets an EventSource of another origin follow a task across reconnects', async () => {
  await using stack = new AsyncDisposableStack();
  const options = { logger, validateResponses: true, corsOrigins: ['loopback'] };
  const place = { port: 0, host: '127.0.0.1', setting: 'PORT' };
  const api = stack.use(await listen(createWholeApp(app.dependencies, options), place)).url;
  const other = stack.use(
    await listen(
      express().use((_, response) => void response.send('')),
      place,
    ),
  );
  const opened = stack.use(await openBrowser());
  const { page } = stack.use(await opened.openPage());
  await page.goto(other.url);
  const taskId = await app.submit();
  const received = page.evaluate(followInPage, { api, taskId, apiKey: app.apiKey });
  await pollUntil('the page follows the task', () => page.evaluate('self.received?.length > 0'));
  await app.post(`/api/v1/tasks/${taskId}/cancel`).expect(200);

  const { events, missing } = await received;
  expect(events).toEqual([
    { event: 'status', id: expect.any(String), status: 'queued' },
    { event: 'status', id: expect.any(String), status: 'cancelled' },
  ]);
  // The page may read the header, because CORS exposes it.
  expect(missing).toBe('task-not-found');
});

/** Runs in the page. Resolves once a 204 has stopped the EventSource from reconnecting. */
async function followInPage({ api, taskId, apiKey }: Readonly<Record<string, string>>) {
  const headers = { 'x-api-key': apiKey ?? '' };
  const unknown = await fetch(`${api}/api/v1/tasks/none/events/url`, { headers });
  const answer = await fetch(`${api}/api/v1/tasks/${taskId}/events/url`, { headers });
  const { pathname, search } = new URL((await answer.json()).events_url);
  const events: object[] = [];
  Object.assign(globalThis, { received: events });
  const source = new EventSource(`${api}${pathname}${search}`);
  source.addEventListener('status', ({ type, lastEventId: id, data }) => {
    events.push({ event: type, id, status: JSON.parse(data).status });
  });
  await new Promise<void>((resolve) => {
    source.addEventListener('error', () => {
      if (source.readyState === EventSource.CLOSED) resolve();
    });
  });
  return { events, missing: unknown.headers.get('x-error-code') };
}

// proves operation: createEventsUrl
test('401 without a key, 404 for a task of another account', async () => {
  const path = `/api/v1/tasks/${await app.submit()}/events/url`;
  await supertest(app.app).get(path).expect(401);
  await app.get(path).set('x-api-key', app.otherApiKey).expect(404);
});

// proves operation: streamTaskEvents
test('401 for a ticket that is altered, of another task, or of a revoked key', async () => {
  const tasks = [await app.submit(), await app.submit()];
  const { key, apiKeyId } = await app.dependencies.apiKeys.create(app.accountId, { name: 'page' });
  const [own = '', other = ''] = tasks.map((taskId) => `/api/v1/tasks/${taskId}/events`);
  const { body } = await app.get(`${own}/url`).set('x-api-key', key).expect(200);
  const { search } = new URL(body.events_url);
  const ask = (path: string) => supertest(app.app).get(path);
  const refused = [
    `${other}${search}`,
    `${own}${search}x`,
    `${own}?ticket=x`,
    `${own}/url${search}`,
  ];
  for (const path of refused) await ask(path).expect(401);
  await app.post('/api/v1/tasks/cancel', { task_ids: tasks }).expect(200);
  const { text } = await ask(`${own}${search}`).expect(200);
  const last = /^id: (.+)$/gm[Symbol.match](text)?.at(-1)?.slice(4) ?? '';
  await ask(`${own}${search}&last_event_id=${encodeURIComponent(last)}`).expect(204);
  await app.delete(`/api/v1/api_keys/${apiKeyId}`).expect(200);
  const revoked = await ask(`${own}${search}`).expect(401);
  expect(revoked.body.detail).toBe('The API key of the ticket is revoked: use another key.');
  const logged = JSON.stringify(entries);
  expect(logged).not.toContain(search.slice('?ticket='.length));
});
