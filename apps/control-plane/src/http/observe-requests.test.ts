import { listen } from '@errand/app-runtime';
import { pollUntil } from '@errand/test-kit';
import { expect, test } from '@jest/globals';
import express from 'express';
import { createApp } from '../app.ts';
import { recordLogs } from '../testing/record-logs.ts';
import { useTestApp } from '../testing/use-test-app.ts';
import { observeRequests } from './observe-requests.ts';
import type { ServedRequest } from './served-request.ts';

const app = await useTestApp();

function observe() {
  const requests: ServedRequest[] = [];
  const { logger, entries } = recordLogs();
  const served = (request: ServedRequest): void => void requests.push(request);
  let works = 0;
  const onWork = (): void => void (works += 1);
  const middleware = observeRequests({ served, onWork, logger, level: 'info' });
  const until = (count: number) =>
    pollUntil(`${count} requests ended`, async () => requests.length >= count);
  return { middleware, requests, entries, until, countWorks: () => works };
}

test('logs a request by its route, without what was sent, and probes at level debug', async () => {
  const { middleware, requests, entries, until, countWorks } = observe();
  const options = { logger: recordLogs().logger, validateResponses: true };
  const served = createApp(app.dependencies, { ...options, observeRequests: middleware });
  await using server = await listen(served, { port: 0, host: '127.0.0.1', setting: 'PORT' });
  const taskId = await app.submit();
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;
  const headers = { 'x-api-key': app.apiKey, traceparent, tracestate: 'sent=4711' };
  const found = await fetch(`${server.url}/api/v1/tasks/${taskId}`, { headers });
  // A client may have a response before the server counts the request as ended.
  await until(1);
  await fetch(`${server.url}/api/v1/tasks/my-task?secret=4711`);
  await until(2);
  await fetch(`${server.url}/elsewhere/4711`, { method: 'DELETE' });
  await until(3);
  await fetch(`${server.url}/live/${taskId}`);
  await until(4);
  await fetch(`${server.url}/health/live`);
  await until(5);
  expect(requests.map(({ method, route, status }) => [method, route, status])).toEqual([
    ['GET', '/api/v1/tasks/{task_id}', 200],
    ['GET', '/api/v1/tasks/{task_id}', 401],
    ['DELETE', 'none', 404],
    ['GET', '/live', 200],
    ['GET', '/health/live', 200],
  ]);
  // The start and the end of each, except of the probe.
  expect(countWorks()).toBe(8);
  const lines = entries.filter(({ message }) => message === 'request');
  expect(lines.map(({ level }) => level)).toEqual(['info', 'info', 'info', 'info', 'debug']);
  expect(lines[0]).toMatchObject({
    level: 'info',
    requestId: found.headers.get('x-request-id'),
    accountId: app.accountId,
    milliseconds: expect.any(Number),
    taskId,
    trace_id: traceId,
  });
  for (const line of lines.slice(1)) expect(line).not.toHaveProperty('taskId');
  expect(JSON.stringify(lines)).not.toMatch(new RegExp(`4711|my-task|${app.apiKey}`));
});

test('reports 499 for a client that disconnects before the response', async () => {
  const { middleware, requests, until } = observe();
  const arrived = Promise.withResolvers<void>();
  const slow = express().use(middleware, () => arrived.resolve());
  await using server = await listen(slow, { port: 0, host: '127.0.0.1', setting: 'PORT' });
  const client = new AbortController();
  const answer = fetch(server.url, { signal: client.signal });
  await arrived.promise;
  client.abort();
  await expect(answer).rejects.toThrow(/aborted/);
  await until(1);
  expect(requests).toMatchObject([{ route: 'none', status: 499 }]);
});
