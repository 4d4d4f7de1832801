import { createLogger, listen } from '@errand/app-runtime';
import { expect, test } from '@jest/globals';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request as send } from 'node:http';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { inspect } from 'node:util';
import { createFileDrop } from './file-drop.ts';
import { forwardSubmission } from './forward-submission.ts';
import { createLocalServer } from './local-server.ts';
import { LocalTasks } from './local-tasks.ts';
import { checkExchange } from './testing/check-exchange.ts';

const MAX_BODY_BYTES = 25_165_824;
const SUBMISSION = JSON.stringify({ endpoint_name: 'order-status', input_parameters: {} });
const logger = createLogger({ name: 'test', level: 'error' });
const signals = Object.fromEntries(
  ['draining', 'drained', 'stopped'].map((name) => [name, new AbortController().signal]),
) as Record<'draining' | 'drained' | 'stopped', AbortSignal>;

type LogError = Parameters<typeof createLocalServer>[0]['logger']['error'];

interface Asked {
  /** Method and path. */
  readonly line: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

function never(): never {
  throw new Error('No task is accepted in this test.');
}

/** Opens the server in front of a control plane that always responds with this. */
async function openServer(
  controlPlane: { readonly status: number; readonly body: object } = { status: 500, body: {} },
  {
    queueLimit = 10,
    logError = (message, fields) => logger.error(message, fields),
  }: { queueLimit?: number; logError?: LogError } = {},
) {
  await using owned = new AsyncDisposableStack();
  const directory = mkdtempSync(join(tmpdir(), 'errand-local-server-'));
  owned.defer(() => rmSync(directory, { recursive: true, force: true }));
  const upstream = owned.use(
    await listen(
      (request, response) => {
        request.resume().on('end', () => {
          response.writeHead(controlPlane.status).end(JSON.stringify(controlPlane.body));
        });
      },
      { port: 0, host: '127.0.0.1', setting: 'PORT' },
    ),
  );
  const access = { url: upstream.url, apiKey: 'k', endpoint: 'api/v1/inference', serverId: 's' };
  const tasks = new LocalTasks(
    {
      folder: directory,
      submit: (body, headers) => forwardSubmission(access, body, headers),
      connect: never,
      cancel: never,
      openSession: never,
      runTask: never,
      queueLimit,
      logger,
    },
    signals,
  );
  const drop = createFileDrop((token) => `/files/${token}`);
  const handle = createLocalServer({
    tasks,
    drop,
    isLoopbackOnly: true,
    logger: { error: logError },
  });
  const server = owned.use(
    await listen(handle, { port: 0, host: '127.0.0.1', setting: 'LOCAL_INFERENCE_PORT' }),
  );
  const ask = async ({ line, body = '', headers = {} }: Asked) => {
    const [method = '', path] = line.split(' ');
    const sent = send({
      host: '127.0.0.1',
      port: server.port,
      method,
      path,
      headers: { 'content-type': 'application/json', ...headers },
    });
    sent.end(body);
    const [response] = await once(sent, 'response');
    const answer = { status: response.statusCode, body: JSON.parse(await text(response)) };
    checkExchange({ line, requestBody: body, ...answer });
    return answer;
  };
  const resources = owned.move();
  return {
    ask,
    drop,
    directory,
    port: server.port,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

const refused = (message: RegExp) => ({
  success: false,
  message: expect.stringMatching(message),
});

// proves operation: submitLocally
test.each([400, 403, 404, 413, 415, 429])(
  '400, 403, 404 and 429 are passed on: %i',
  async (status) => {
    const body = { success: false, message: 'The reason.' };
    await using server = await openServer({ status, body });
    const asked = await server.ask({ line: 'POST /inference', body: SUBMISSION });
    expect(asked).toEqual({ status, body });
  },
);

test('422 from the control plane is passed on with its violations', async () => {
  const body = {
    detail: [{ loc: ['body', 'priority'], msg: 'priority is "high".', type: 'type' }],
  };
  await using server = await openServer({ status: 422, body });
  const asked = await server.ask({ line: 'POST /inference', body: SUBMISSION });
  expect(asked).toEqual({ status: 422, body });
});

test.each([
  [401, /refuses the API_KEY of this server/],
  [502, /responded with status 502\. Nothing was queued/],
  [202, /returned no lease with the task/],
])('500 when the control plane responds with %i', async (status, message) => {
  await using server = await openServer({ status, body: {} });
  const asked = await server.ask({ line: 'POST /inference', body: SUBMISSION });
  expect(asked).toEqual({ status: 500, body: refused(message) });
});

test('503 when as many tasks wait as the queue limit allows', async () => {
  await using server = await openServer(undefined, { queueLimit: 0 });
  const asked = await server.ask({ line: 'POST /inference', body: SUBMISSION });
  expect(asked).toEqual({ status: 503, body: refused(/^0 tasks are already waiting here/) });
});

// proves operation: submitLocally; cancelLocally
test.each(['/inference', '/cancel_task'])(
  '400, 413 and 415 for an unreadable body of %s',
  async (path) => {
    await using server = await openServer();
    const line = `POST ${path}`;
    expect(await server.ask({ line, body: '{' })).toEqual({
      status: 400,
      body: refused(/not valid JSON/),
    });
    expect(await server.ask({ line, body: 'x'.repeat(MAX_BODY_BYTES + 1) })).toEqual({
      status: 413,
      body: refused(/limit of 25165824 bytes/),
    });
    expect(
      await server.ask({ line, body: '{}', headers: { 'content-type': 'text/plain' } }),
    ).toEqual({
      status: 415,
      body: refused(/"text\/plain" is not supported/),
    });
  },
);

// proves operation: submitLocally; cancelLocally; checkLocalHealth; isTaskRunning; keepLocalFile
test.each([
  'POST /inference',
  'POST /cancel_task',
  'GET /health',
  'GET /is_task_running',
  'PUT /files/abc',
])('403 for pages and for the host names of others: %s', async (line) => {
  await using server = await openServer();
  const page = await server.ask({ line, headers: { origin: 'http://evil.example' } });
  expect(page).toEqual({ status: 403, body: refused(/comes from "http:\/\/evil\.example"/) });
  const foreign = await server.ask({ line, headers: { host: 'evil.example' } });
  expect(foreign).toEqual({ status: 403, body: refused(/"evil\.example" is not this machine/) });
});

// proves operation: cancelLocally
test('400 without a task, 404 for an unknown one', async () => {
  await using server = await openServer();
  const line = 'POST /cancel_task';
  expect(await server.ask({ line, body: '{}' })).toEqual({
    status: 400,
    body: refused(/task_id is missing/),
  });
  expect(await server.ask({ line, body: '{"task_id":"none"}' })).toEqual({
    status: 404,
    body: refused(/No task "none"/),
  });
});

// proves operation: checkLocalHealth
test('200 with counts of tasks', async () => {
  await using server = await openServer();
  expect(await server.ask({ line: 'GET /health' })).toEqual({
    status: 200,
    body: { status: 'healthy', task_running: false, queued_tasks: 0, unreported_tasks: 0 },
  });
});

// proves operation: isTaskRunning
test('200 with false while nothing runs', async () => {
  await using server = await openServer();
  expect(await server.ask({ line: 'GET /is_task_running' })).toEqual({ status: 200, body: false });
});

// proves operation: keepLocalFile
test('200 once for a file of the announced size, 400 for a different size, then 404', async () => {
  await using server = await openServer();
  const path = join(server.directory, 'bill.pdf');
  const line = `PUT ${server.drop.open(path, 4)}`;
  expect((await server.ask({ line, body: 'bills' })).status).toBe(400);
  expect((await server.ask({ line, body: 'bill' })).status).toBe(200);
  expect(readFileSync(path, 'utf8')).toBe('bill');
  expect((await server.ask({ line, body: 'bill' })).status).toBe(404);
});

test('logs an upload that breaks off without its token, which stays valid', async () => {
  const logged = Promise.withResolvers<unknown[]>();
  const logError: LogError = (...line) => logged.resolve(line);
  await using server = await openServer(undefined, { logError });
  const path = server.drop.open(join(server.directory, 'bill.pdf'), 4);
  const headers = { 'content-length': '4' };
  const sent = send({ host: '127.0.0.1', port: server.port, method: 'PUT', path, headers });
  sent.on('error', () => undefined);
  await new Promise((resolve) => {
    sent.write('bi', resolve);
  });
  // The other requests are answered after the server has begun with this one.
  await server.ask({ line: 'GET /health' });
  sent.destroy();
  const line = await logged.promise;
  expect(line).toEqual(['request failed', { path: '/files/{token}', error: expect.any(Error) }]);
  expect(inspect(line)).not.toContain(path.slice('/files/'.length));
  expect((await server.ask({ line: `PUT ${path}`, body: 'bill' })).status).toBe(200);
});

test('leaves paths outside the document alone', async () => {
  await using server = await openServer();
  for (const line of ['GET /', 'GET /inference', 'POST /health', 'PUT /files/']) {
    const asked = await server.ask({ line });
    expect(asked).toEqual({ status: 404, body: refused(/see openapi\/local-inference\.yaml/) });
  }
});
