import {
  type ApiDocument,
  type ApiOperation,
  listOperations,
  loadAdminDocument,
  loadErrandDocument,
  loadWorkerDocument,
} from '@errand/api-types';
import { createEgressGuard } from '@errand/egress-guard';
import { type OwnPostgres, startCuttableProxy, startOwnPostgres } from '@errand/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import supertest from 'supertest';
import { createDeliverySlots } from '../callbacks/delivery-slots.ts';
import { createCallbackSender } from '../callbacks/send-callback.ts';
import { createMailLimit } from '../callbacks/mail-limit.ts';
import { createMailSender } from '../callbacks/send-mail.ts';
import { readMember } from '../http/read-member.ts';
import { startJobs } from '../jobs.ts';
import { credentialsFor } from '../testing/credentials.ts';
import { recordLogs } from '../testing/record-logs.ts';
import { registrationTokenOf } from '../testing/enrol-worker.ts';
import { speakWorker, type WorkerClient, workerId } from '../testing/speak-worker.ts';
import { startReceiver } from '../testing/start-receiver.ts';
import { orderSubmission, startTestApp, type TestApp } from '../testing/start-test-app.ts';

/**
 * Operations that do not need the database: the probes, where readiness itself reports what is
 * missing, and calls about the worker alone.
 */
const WITHOUT_DATABASE = new Set(['checkLiveness', 'checkReadiness', 'waitForBell', 'endSession']);
/** Disables polling by claims, which would hide missing notifications. */
const NEVER_MS = 600_000;
const TEST_DEADLINE_MS = 90_000;
const { logger } = recordLogs();

let postgres: OwnPostgres;
let app: TestApp;
let worker: WorkerClient;
beforeAll(async () => {
  postgres = await startOwnPostgres();
  const databaseUrl = postgres.url;
  app = await startTestApp({ logger, databaseUrl, fallbackIntervalMs: NEVER_MS });
  worker = speakWorker(app);
  await startJobs(app.queue, {
    deliveries: app.dependencies.deliveries,
    deliverySlots: createDeliverySlots(),
    sendMail: createMailSender(undefined),
    mailLimit: createMailLimit(app.database, undefined),
    sendCallback: createCallbackSender({
      egress: createEgressGuard({ allowPrivateAddresses: true }),
    }),
    logger,
  });
}, TEST_DEADLINE_MS);
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await postgres[Symbol.asyncDispose]();
});

// proves operation: *; worker *; admin *
test(
  '503 for every operation while Postgres is down, then recovers by itself',
  async () => {
    await using receiver = await startReceiver();
    const callback = { task_callback_url: receiver.url };
    const early = await startClaim();
    await postgres.stop();
    await submit().expect(503);
    for (const document of [loadErrandDocument(), loadWorkerDocument(), loadAdminDocument()]) {
      for (const operation of listOperations(document)) {
        if (WITHOUT_DATABASE.has(operation.operationId)) continue;
        const { status, headers, body } = await send(document, operation);
        const found = { ...operation, status, retryAfter: headers['retry-after'] };
        expect(found).toEqual({ ...operation, status: 503, retryAfter: '2' });
        expect(JSON.stringify(body)).toMatch(/cannot reach its database/);
      }
    }
    const ready = await supertest(app.app).get('/health/ready').expect(503);
    expect(ready.body.checks).toMatchObject({ database: 'unavailable', queue: 'unavailable' });

    await postgres.start();
    const first = (await submit(callback).expect(202)).body.task_id;
    // The claim either waited the whole time and was woken by a notification on a new connection,
    // or it was woken slightly too early.
    const { status, taskId } = await early.answer();
    expect([200, 503]).toContain(status);
    expect(taskId ?? (await ask(30)).body.lease?.task_id).toBe(first);
    const late = await startClaim();
    const second = (await submit(callback).expect(202)).body.task_id;
    expect((await late.answer()).taskId).toBe(second);
    const third = (await submit(callback).expect(202)).body.task_id;
    await app.post(`/api/v1/tasks/${third}/cancel`).expect(200);
    expect((await receiver.next()).body).toMatchObject({ task_id: third, status: 'cancelled' });
  },
  TEST_DEADLINE_MS,
);

test(
  'returns 503 when no connection is free, and recovers when one is',
  async () => {
    const { heartbeats } = app.database;
    await using stack = new AsyncDisposableStack();
    const taken = Array.from({ length: heartbeats.options.max }, () => heartbeats.connect());
    for (const connection of await Promise.all(taken)) stack.defer(() => connection.release());
    const { body } = await heartbeat(app).expect(503);
    expect(body.error.code).toBe('database-unavailable');
    await stack.disposeAsync();
    await heartbeat(app).expect(200);
  },
  TEST_DEADLINE_MS,
);

test(
  'returns 503 when Postgres stops responding, and recovers when it responds again',
  async () => {
    await using proxy = await startCuttableProxy(postgres.url);
    const databaseUrl = new URL(postgres.url);
    databaseUrl.port = new URL(proxy.url).port;
    await using behind = await startTestApp({ logger, databaseUrl: databaseUrl.href });
    await heartbeat(behind).expect(200);
    proxy.cut();
    const [submission, renewal] = await Promise.all([
      behind.post('/api/v1/inference', orderSubmission),
      heartbeat(behind),
    ]);
    proxy.mend();
    expect([submission.status, renewal.status]).toEqual([503, 503]);
    await heartbeat(behind).expect(200);
    await behind.post('/api/v1/inference', orderSubmission).expect(202);
  },
  TEST_DEADLINE_MS,
);

const submit = (more: object = {}) =>
  app.post('/api/v1/inference', { ...orderSubmission, ...more });

const heartbeat = ({ app: server }: TestApp) =>
  supertest(server)
    .post('/worker/v1/heartbeats')
    .auth(registrationTokenOf(workerId), { type: 'bearer' })
    .send({
      worker_id: workerId,
      leases: [worker.renewal({ task_id: randomUUID(), lease_epoch: 1 })],
    });

const ask = (wait_seconds: number) => worker.post('/claims', { worker_id: workerId, wait_seconds });

/** Starts a claim that the server has read and that waits for a task. */
async function startClaim() {
  const answered = ask(30).then((response) => response);
  // Once this claim returns, the server has read the previous one.
  await ask(0).expect(204);
  return {
    async answer() {
      const { status, body } = await answered;
      return { status, taskId: body.lease?.task_id };
    },
  };
}

/** Sends the operation's first example. */
function send(document: ApiDocument, { path, method }: ApiOperation): supertest.Test {
  const url = path.replaceAll(/\{\w+\}/g, () => randomUUID());
  const request = supertest(app.app)[method](url).set(credentialsFor({ path }, app.apiKey));
  const examples = [
    'paths',
    path,
    method,
    'requestBody',
    'content',
    'application/json',
    'examples',
  ];
  const [example] = Object.values(examples.reduce<unknown>(readMember, document) ?? {});
  if (example === undefined) return request;
  const body = JSON.stringify(readMember(example, 'value'));
  return request.set('content-type', 'application/json').send(body);
}
