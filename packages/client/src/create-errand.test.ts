import type { IncomingHttpHeaders } from 'node:http';
import { listen } from '@errand/app-runtime';
import { expect, test } from '@jest/globals';
import { createErrand } from './create-errand.ts';
import { RunInterruptedError } from './errors.ts';

test.each([
  ['sends the API key with every request', 'errand_key', 'errand_key'],
  ['sends no key without one, so that the cookie of a session counts', null, undefined],
])('%s', async (_title, apiKey, sent) => {
  const received: IncomingHttpHeaders[] = [];
  await using server = await listen(
    (request, response) => {
      received.push(request.headers);
      // The events end immediately.
      response.writeHead(request.url === '/api/v1/events' ? 204 : 404).end('{}');
    },
    { port: 0, host: '127.0.0.1', setting: 'PORT' },
  );
  const errand = createErrand({ baseUrl: server.url, apiKey });
  await errand.api.GET('/api/v1/me');
  for await (const event of errand.accountEvents()) expect(event).toBeUndefined();
  expect(received.map(({ 'x-api-key': key }) => key)).toEqual([sent, sent]);
});

test('an error after the submission of a run names the task', async () => {
  const leaving = new AbortController();
  await using server = await listen(
    (request, response) => {
      request.resume();
      const isSubmission = request.method === 'POST' && request.url === '/api/v1/inference';
      if (request.headers['x-api-key'] === 'slow' && !isSubmission) {
        leaving.abort(new DOMException('too slow', 'TimeoutError'));
        return;
      }
      response.writeHead(isSubmission ? 202 : 403, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ success: true, task_id: 'the-task', status: 'queued' }));
    },
    { port: 0, host: '127.0.0.1', setting: 'PORT' },
  );
  const errand = createErrand({ baseUrl: server.url, apiKey: 'key', maxRetries: 0 });
  const submission = { endpoint_name: 'order', input_parameters: {} };
  const run = errand.run(submission);
  await expect(run).rejects.toBeInstanceOf(RunInterruptedError);
  await expect(run).rejects.toMatchObject({ taskId: 'the-task', cause: { status: 403 } });
  const stopped = errand.run(submission, { signal: AbortSignal.abort(new Error('left')) });
  await expect(stopped).rejects.toThrow('left');
  const slow = createErrand({ baseUrl: server.url, apiKey: 'slow' });
  const given = slow.run(submission, { signal: leaving.signal });
  await expect(given).rejects.toBeInstanceOf(RunInterruptedError);
  await expect(given).rejects.toMatchObject({
    taskId: 'the-task',
    cause: { name: 'TimeoutError' },
  });
});

test.each([
  ['text/html', '<!doctype html><title>Sign in</title>', 'text/html'],
  ['text/plain', 'OK', 'text/plain'],
  ['text/html', '', 'text/html'],
  [undefined, '', 'nothing'],
])('a 200 from something else, with %j and %j, is a protocol error', async (type, body, named) => {
  let requests = 0;
  await using server = await listen(
    (_request, response) => {
      requests += 1;
      response.writeHead(200, type === undefined ? {} : { 'content-type': type }).end(body);
    },
    { port: 0, host: '127.0.0.1', setting: 'PORT' },
  );
  const errand = createErrand({ baseUrl: server.url, apiKey: 'key' });
  const error = {
    name: 'ErrandProtocolError',
    message: `${server.url} responded with ${named} instead of JSON.`,
  };
  await expect(errand.task('t')).rejects.toMatchObject(error);
  await expect(errand.list('/api/v1/tasks').next()).rejects.toMatchObject(error);
  await expect(errand.api.GET('/api/v1/me')).rejects.toMatchObject(error);
  expect(requests).toBe(3);
});

test('reads files and events as text', async () => {
  await using server = await listen(
    ({ url }, response) => {
      const type = url?.startsWith('/files/') ? 'application/octet-stream' : 'text/event-stream';
      response.writeHead(200, { 'content-type': type }).end(': text');
    },
    { port: 0, host: '127.0.0.1', setting: 'PORT' },
  );
  const { api } = createErrand({ baseUrl: server.url, apiKey: 'key' });
  const query = { expires: '1', signature: 's' };
  const file = { params: { path: { key: 'a' }, query }, parseAs: 'text' } as const;
  const events = { params: { path: { task_id: 't' } }, parseAs: 'text' } as const;
  expect(await api.GET('/files/{key}', file)).toMatchObject({ data: ': text' });
  expect(await api.GET('/api/v1/tasks/{task_id}/events', events)).toMatchObject({ data: ': text' });
});
