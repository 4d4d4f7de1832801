import { createLogger, listen } from '@errand/app-runtime';
import { expect, test } from '@jest/globals';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { callRegistered, callWithApiKey } from './call-control-plane.ts';
import { retryReport } from './report-retries.ts';

const logger = createLogger({ name: 'test', level: 'error' });

/** Starts a control plane that accepts only the newest token and records what it received. */
async function startPlane(
  refuse?: { readonly status: number; readonly message: string },
  versions: object = { protocol: 2, min_protocol: 1 },
) {
  const received: string[] = [];
  let tokens = 0;
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { authorization = '' } = request.headers;
    const path = (request.url ?? '').replace('/worker/v1/', '');
    received.push(`${path} ${authorization} ${await text(request)}`);
    const answer = (status: number, body: object): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    if (path !== 'registrations') {
      const isGood = authorization === `Bearer token-${tokens}`;
      answer(isGood ? 200 : 401, isGood ? { rung: false } : { error: { message: 'Over.' } });
    } else if (refuse) answer(refuse.status, { error: { message: refuse.message } });
    else answer(201, { token: `token-${(tokens += 1)}`, labels: ['acme'], ...versions });
  };
  const server = await listen((request, response) => void serve(request, response), {
    port: 0,
    host: '127.0.0.1',
    setting: 'PORT',
  });
  return {
    url: server.url,
    received,
    endRegistrations: () => (tokens += 1),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

const connect = (
  url: string,
  onAnswer = (): void => undefined,
  onMismatch: (error: Error) => void = () => undefined,
) =>
  callRegistered(
    { url, workerId: 'w' },
    {
      poolToken: 'pool',
      features: ['models'],
      labels: ['acme'],
      slots: 2,
      protocol: 1,
      onRegistered: () => undefined,
      onAnswer,
      onMismatch,
      logger,
    },
  );

const bell = (token: number) => `bell Bearer token-${token} {"worker_id":"w","wait_seconds":0}`;

test('registers once for concurrent calls, and again when its token is refused', async () => {
  await using plane = await startPlane();
  const { call, leave } = connect(plane.url);
  const ring = () => call('bell', { json: { wait_seconds: 0 } });
  await Promise.all([ring(), ring()]);
  const registration =
    'registrations Bearer pool {"worker_id":"w","features":["models"],"labels":["acme"],"slots":2,"protocol":1}';
  expect(plane.received).toEqual([registration, bell(1), bell(1)]);

  plane.endRegistrations();
  expect(await ring()).toEqual({ rung: false });
  expect(plane.received.slice(3)).toEqual([bell(1), registration, bell(3)]);

  await leave(AbortSignal.timeout(60_000));
  expect(plane.received.at(-1)).toBe('registrations/end Bearer token-3 {"worker_id":"w"}');
});

test('counts only successes and known outages as responses', async () => {
  const database = JSON.stringify({ error: { code: 'database-unavailable', message: 'Down.' } });
  const bodies = new Map([
    [200, '{}'],
    [503, database],
    [500, '{}'],
  ]);
  await using server = await listen(
    (request, response) => {
      const status = Number(request.url?.split('/').at(-1)) || 201;
      const body = bodies.get(status) ?? '{"token":"t","labels":[]}';
      response.writeHead(status, { 'content-type': 'application/json' }).end(body);
    },
    { port: 0, host: '127.0.0.1', setting: 'PORT' },
  );
  let answers = 0;
  const { call } = connect(server.url, () => (answers += 1));
  const counts = [];
  for (const status of bodies.keys()) {
    const [called] = await Promise.allSettled([call(String(status), { json: {} })]);
    counts.push([status, called.status, answers]);
  }
  expect(counts).toEqual([
    [200, 'fulfilled', 1],
    [503, 'rejected', 2],
    [500, 'rejected', 2],
  ]);
});

test('does not end a registration that was never made', async () => {
  await using plane = await startPlane();
  await connect(plane.url).leave(AbortSignal.timeout(60_000));
  expect(plane.received).toEqual([]);
});

test.each([401, 403, 409, 422])('a refusal with %i names the settings to fix', async (status) => {
  await using plane = await startPlane({ status, message: 'Not so.' });
  const { register, call } = connect(plane.url);
  await expect(register()).rejects.toThrow(
    /refuses this worker: Not so\. Check WORKER_TOKEN, WORKER_LABELS and WORKER_ID\.$/,
  );
  // A retried report does not wait for a registration that will never succeed.
  await expect(call('bell', { json: {}, retry: retryReport() })).rejects.toThrow(`${status}`);
});

test.each([
  [
    { protocol: 4, min_protocol: 3 },
    /speaks version 2 .* at least version 3: update the worker\.$/,
  ],
  [{ protocol: 0, min_protocol: 0 }, /only version 0: update the control plane first/],
  [{}, /only version 0: update the control plane first/],
])('refuses a control plane with the versions %j', async (versions, problem) => {
  await using plane = await startPlane(undefined, versions);
  const mismatches: string[] = [];
  const { register, call } = connect(
    plane.url,
    () => undefined,
    ({ message }) => mismatches.push(message),
  );
  await expect(register()).rejects.toThrow(problem);
  // Calls about tasks still work, so that running tasks can end.
  expect(await call('bell', { json: {} })).toEqual({ rung: false });
  expect(mismatches).toEqual([expect.stringMatching(problem)]);
});

test('accepts a newer control plane with unknown members if it serves this version', async () => {
  const versions = { protocol: 9, min_protocol: 1, newer_member: { newer: [1] } };
  await using plane = await startPlane(undefined, versions);
  await expect(connect(plane.url).register()).resolves.toBeUndefined();
});

test('waits as long as rate limits ask, even repeatedly, and then gets its response', async () => {
  let asked = 0;
  await using server = await listen(
    (_request, response) => {
      asked += 1;
      if (asked === 1) response.writeHead(429, { 'retry-after': '1' }).end('{}');
      else response.writeHead(200, { 'content-type': 'application/json' }).end('{"n":2}');
    },
    { port: 0, host: '127.0.0.1', setting: 'PORT' },
  );
  const call = callWithApiKey({ url: server.url, workerId: 'w' }, 'key');
  // By default, a wait longer than the request may take ends the retries.
  const request = { json: {}, retry: retryReport(), timeout: { request: 500 } };
  expect(await call('steps', request)).toEqual({ n: 2 });
});
