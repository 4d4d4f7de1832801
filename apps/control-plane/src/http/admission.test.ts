import { listOperations, loadErrandDocument } from '@errand/api-types';
import { listen } from '@errand/app-runtime';
import { pollUntil } from '@errand/test-kit';
import { expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { connect } from 'node:net';
import supertest from 'supertest';
import { createApp } from '../app.ts';
import { publicRoutes } from '../public-routes.ts';
import { recordLogs } from '../testing/record-logs.ts';
import { useTestApp } from '../testing/use-test-app.ts';
import { type AdmissionLimits, createAdmission } from './admission.ts';
import { ServerBusyError } from './http-errors.ts';
import type { AnyResponse } from './request-state.ts';

const NEVER_MS = 600_000;
/** Event streams and commands of sessions, which are counted separately. */
const HELD_OPEN: readonly string[] = publicRoutes
  .filter(({ isHeldOpen }) => isHeldOpen)
  .map(({ operationId }) => operationId);
const status = '/api/v1/task_status?task_id=none';

const app = await useTestApp();

/** The public listener, whose API key lookup blocks while the gate is closed. */
async function serve(admission: AdmissionLimits) {
  const logs = recordLogs();
  let lookups = 0;
  let gate = Promise.resolve();
  const apiKeys = {
    ...app.dependencies.apiKeys,
    async findOwner(key: string) {
      lookups += 1;
      await gate;
      return app.dependencies.apiKeys.findOwner(key);
    },
  };
  const served = createApp(
    { ...app.dependencies, apiKeys },
    { logger: logs.logger, validateResponses: true, admission },
  );
  const server = await listen(served, { port: 0, host: '127.0.0.1', setting: 'PORT' });
  const headers = { 'x-api-key': app.apiKey };
  return {
    url: server.url,
    client: supertest(served),
    ask: (path: string, signal?: AbortSignal) =>
      fetch(server.url + path, { headers, ...(signal ? { signal } : {}) }),
    lookups: () => lookups,
    close() {
      const opened = Promise.withResolvers<void>();
      gate = opened.promise;
      return opened.resolve;
    },
    logs,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

// proves operation: *
test('503 when the queue is full for every operation except the probes, in its own format, while queued requests are served', async () => {
  await using busy = await serve({ concurrent: 1, queued: 1, waitMs: NEVER_MS, heldOpen: 1 });
  const open = busy.close();
  const first = busy.ask(status);
  await pollUntil('the first one is being handled', () => busy.lookups() === 1);
  const others = [busy.ask(status), busy.ask(status)];
  expect((await Promise.race(others)).status).toBe(503);

  for (const operation of listOperations(loadErrandDocument())) {
    const { operationId, method } = operation;
    if (operation.path.startsWith('/health/') || HELD_OPEN.includes(operationId)) continue;
    const path = operation.path.replaceAll(/\{\w+\}/g, () => randomUUID());
    const { status: answered, headers, body } = await busy.client[method](path);
    const { 'retry-after': retryAfter, 'x-error-code': code } = headers;
    const busyAnswer = { answered: 503, retryAfter: '2', code: 'server-busy' };
    expect({ operationId, answered, retryAfter, code }).toEqual({ operationId, ...busyAnswer });
    expect(body.detail ?? body.message ?? body.error).toMatch(/^The server is busy/);
  }
  await busy.client.get('/health/live').expect(200);
  await busy.client.get('/health/ready').expect(200);
  expect(busy.lookups()).toBe(1);

  open();
  expect((await first).status).toBe(404);
  const statuses = await Promise.all(others.map(async (answer) => (await answer).status));
  expect(statuses.toSorted((one, other) => one - other)).toEqual([404, 503]);
  expect((await busy.ask(status)).status).toBe(404);
});

test('lets no request wait longer than the limit', async () => {
  await using busy = await serve({ concurrent: 1, queued: 2, waitMs: 200, heldOpen: 1 });
  const open = busy.close();
  const first = busy.ask(status);
  await pollUntil('the first one is being handled', () => busy.lookups() === 1);
  expect((await busy.ask(status)).status).toBe(503);
  open();
  expect((await first).status).toBe(404);
  expect((await busy.ask(status)).status).toBe(404);
  expect(busy.lookups()).toBe(2);
});

test('frees the place of a request that left the queue', async () => {
  await using busy = await serve({ concurrent: 1, queued: 1, waitMs: NEVER_MS, heldOpen: 1 });
  const open = busy.close();
  const first = busy.ask(status);
  await pollUntil('the first one is being handled', () => busy.lookups() === 1);
  const leaving = new AbortController();
  const others = [busy.ask(status, leaving.signal), busy.ask(status, leaving.signal)];
  expect((await Promise.race(others)).status).toBe(503);
  leaving.abort();
  const ends = await Promise.allSettled(others);
  expect(ends.map(({ status: end }) => end).toSorted()).toEqual(['fulfilled', 'rejected']);
  open();
  expect((await first).status).toBe(404);
  for (let next = 0; next < 3; next += 1) expect((await busy.ask(status)).status).toBe(404);
});

test('counts event streams separately, and logs one line for many refusals', async () => {
  await using busy = await serve({ concurrent: 1, queued: 0, waitMs: NEVER_MS, heldOpen: 1 });
  const events = `/api/v1/tasks/${await app.submit()}/events`;
  const leaving = new AbortController();
  const first = await busy.ask(events, leaving.signal);
  expect(first.status).toBe(200);
  for (let refused = 0; refused < 3; refused += 1) {
    const second = await busy.ask(events);
    expect([second.status, second.headers.get('x-error-code')]).toEqual([503, 'server-busy']);
  }
  expect((await busy.ask(status)).status).toBe(404);
  leaving.abort();
  const again = new AbortController();
  await pollUntil('its place is free', async () => {
    const { status: answered, body } = await busy.ask(events, again.signal);
    if (answered !== 200) await body?.cancel();
    return answered === 200;
  });
  again.abort();
  await pollUntil('it is logged', () => busy.logs.entries.length > 0);
  expect(busy.logs.entries).toMatchObject([{ count: expect.any(Number) }]);
});

test.each([
  ['a public operation', ['POST /api/v1/validate_api_key HTTP/1.1']],
  ['a refused request', ['POST /api/v1/inference HTTP/1.1', 'x-api-key: wrong']],
])('gives no place to %s whose body does not arrive', async (_case, head) => {
  await using busy = await serve({ concurrent: 1, queued: 0, waitMs: NEVER_MS, heldOpen: 1 });
  const { hostname, port } = new URL(busy.url);
  const socket = connect(Number(port), hostname);
  const body = ['content-type: application/json', 'content-length: 100', 'expect: 100-continue'];
  socket.write([...head, `host: ${hostname}`, ...body, '', '"'].join('\r\n'));
  await once(socket, 'data');
  await pollUntil('the place is free', async () => (await busy.ask(status)).status === 404);
  expect(socket.readyState).toBe('open');
  socket.destroy();
});

const openResponse = () =>
  Object.assign(new EventEmitter(), { locals: {} }) as unknown as AnyResponse;

test('does not lose a place when a waiting client leaves just as it becomes free', async () => {
  const limits = { concurrent: 1, queued: 1, waitMs: 5_000, heldOpen: 1 };
  const admission = createAdmission(limits, recordLogs().logger);
  const [working, waiting] = [openResponse(), openResponse()];
  await admission.enter(working, 'short');
  const refused = admission.enter(waiting, 'short').catch((error: unknown) => error);
  // Both connections close before any promise settles.
  waiting.emit('close');
  working.emit('close');
  expect(await refused).toBeInstanceOf(ServerBusyError);
  await expect(admission.enter(openResponse(), 'short')).resolves.toBeUndefined();
});
