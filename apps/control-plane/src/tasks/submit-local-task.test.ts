import { expect, test } from '@jest/globals';
import supertest from 'supertest';
import { findQueueFaults, noFaults } from '../testing/check-queue.ts';
import { speakWorker } from '../testing/speak-worker.ts';
import { orderSubmission, sealedOrder } from '../testing/start-test-app.ts';
import { useTestApp } from '../testing/use-test-app.ts';

const PATH = '/api/v1/inference';
const step = {
  sequence: 1,
  node_path: 'nodes[0]',
  kind: 'input_text',
  outcome: 'done',
  started_at: '2026-03-02T09:15:00.000Z',
  duration_ms: 3,
};

const app = await useTestApp();

interface LocalLease {
  readonly task_id: string;
  readonly worker_id: string;
  readonly lease_epoch: number;
  readonly lease_secret: string;
}

test('202 returns a task with its lease to a local inference server, and queues nothing', async () => {
  const { body } = await submit({ ...orderSubmission, unique_parameter_names: ['username'] });
  expect(body).toMatchObject({
    success: true,
    message: 'The task is allocated to this local server.',
    task: {
      task_id: body.task_id,
      user_id: app.accountId,
      automation: sealedOrder,
      input_parameters: orderSubmission.input_parameters,
      unique_parameters: { username: ['ann'] },
      status: 'allocated',
      started_at: null,
      max_retries: 0,
      api_key: app.apiKey,
    },
    lease: {
      task_id: body.task_id,
      worker_id: `local.${app.accountId}.desk`,
      lease_epoch: 1,
      lease_seconds: 600,
      session: null,
      // The lease does not reveal where secrets come from: the holder requests them one by one.
      task: { endpoint_name: 'order', secure_parameters: { code: 1 }, max_timeout_in_minutes: 10 },
    },
  });
  const { body: claimed } = await speakWorker(app).post('/claims', claim).expect(204);
  expect(claimed).toEqual({});
  expect(await findQueueFaults(app.database)).toEqual(noFaults);
});

const claim = { worker_id: 'worker-a1', wait_seconds: 0 };

test('neither waits for other tasks of its login nor blocks them', async () => {
  const login = { ...orderSubmission, unique_parameter_names: ['username'], max_parallelism: 1 };
  await submit(login);
  const { body } = await app.post(PATH, login).expect(202);
  const worker = speakWorker(app);
  const lease = await worker.claim();
  expect(lease.task_id).toBe(body.task_id);
  await submit(login);
  expect(await findQueueFaults(app.database)).toEqual(noFaults);
  await worker.report(lease, 'complete', { output_data: [], for_loop_status: [] }).expect(200);
  expect(await findQueueFaults(app.database)).toEqual(noFaults);
});

test.each([
  [{ is_dedicated: true }, {}, /no warm browsers/],
  [{}, { 'idempotency-key': 'k' }, /Idempotency-Key/],
  [{ unique_parameter_names: ['nobody'] }, {}, /"nobody"/],
])('400 for %j and headers %j', async (more, headers, message) => {
  const { body } = await send({ ...orderSubmission, ...more }, headers).expect(400);
  expect(body).toEqual({ success: false, message: expect.stringMatching(message) });
});

test('400 for a local server id in a submission for the fleet', async () => {
  const sent = app.post(PATH, orderSubmission).set('x-local-server-id', 'desk');
  expect((await sent.expect(400)).body.message).toMatch(/x-inference-target: local/);
});

test('404 for an unknown endpoint', async () => {
  await send({ ...orderSubmission, endpoint_name: 'none' }, {}).expect(404);
});

test('lets the API key report on the task through the worker protocol', async () => {
  const lease = await submitted();
  const heartbeat = { leases: [renewalOf(lease)] };
  const { body } = await call('/heartbeats', { worker_id: lease.worker_id, ...heartbeat });
  const [{ state, expires_at: expiresAt }] = body.leases;
  // The local lease time replaces the short first lease.
  expect([state, Date.parse(expiresAt) - Date.now() > 500_000]).toEqual(['held', true]);
  await report(lease, 'start').expect(200);
  await report(lease, 'steps', { steps: [step] }).expect(200, { accepted: 1 });
  const file = { filename: 'a.txt', kind: 'download', content_type: 'text/plain', size: 1 };
  await report(lease, 'artifacts', { artifacts: [file] }).expect(201);
  const secret = { name: 'code', index: 0, origin: 'https://portal.example' };
  const resolved = await report(lease, 'secrets', secret).expect(200);
  expect(resolved.body.value).toMatch(/^\d{6}$/);
  const result = { output_data: [{ text: 'done' }], for_loop_status: [] };
  await report(lease, 'complete', result).expect(200, { status: 'success' });
  await report(lease, 'complete', result).expect(200, { status: 'success' });
  expect((await detailOf(lease)).output_data).toEqual([{ text: 'done' }]);
});

test('fails a task without a retry, whatever its recording allows', async () => {
  const lease = await submitted();
  const error = { class: 'internal', message: 'It broke.', retry: 'automation' };
  const failure = { error, output_data: [], for_loop_status: [] };
  await report(lease, 'fail', failure).expect(200, { status: 'failed' });
  expect(await detailOf(lease)).toMatchObject({ status: 'failed', error_class: 'internal' });
});

test('reports a requested cancellation to the local server', async () => {
  const lease = await submitted();
  await app.post(`/api/v1/tasks/${lease.task_id}/cancel`).expect(202);
  const heartbeat = { leases: [renewalOf(lease)] };
  const { body } = await call('/heartbeats', { worker_id: lease.worker_id, ...heartbeat });
  expect(body.leases).toMatchObject([{ state: 'held', cancel_requested: true }]);
  const error = { class: 'cancelled', message: 'The task was cancelled.', retry: 'never' };
  const ended = { error, output_data: [], for_loop_status: [] };
  await report(lease, 'fail', ended).expect(200, { status: 'cancelled' });
});

test('lets a task wait past its timeout and fails it when its lease expires', async () => {
  const lease = await submitted();
  const ids = [lease.task_id];
  await app.database.pool.query(
    "UPDATE tasks SET allocated_at = now() - interval '1 day' WHERE id = ANY($1::uuid[])",
    [ids],
  );
  expect(await app.dependencies.leases.endOverdue(30)).toEqual([]);
  await app.database.pool.query(
    "UPDATE tasks SET lease_expires_at = now() - interval '1 s' WHERE id = ANY($1::uuid[])",
    [ids],
  );
  const taken = await app.dependencies.leases.takeBackLost();
  expect(taken).toMatchObject([{ taskId: lease.task_id, status: 'failed' }]);
  expect((await detailOf(lease)).error_class).toBe('lease_lost');
  await report(lease, 'start').expect(409);
  expect(await findQueueFaults(app.database)).toEqual(noFaults);
});

test('401 for an API key on fleet routes, or with the worker id of another', async () => {
  const lease = await submitted();
  await call('/claims', claim, 401);
  await report(lease, 'release', { reason: 'drain' }).expect(401);
  const { body } = await report({ ...lease, worker_id: 'worker-a1' }, 'start').expect(401);
  expect(body.error.message).toMatch(`local.${app.accountId}.`);
  await call('/heartbeats', { worker_id: 'worker-a1', leases: [] }, 401);
  await call('/bell', { worker_id: 'worker-a1', wait_seconds: 0 }, 401);
});

test('404 for tasks of another account and of the fleet', async () => {
  const lease = await submitted();
  const { user_id: other } = await otherAccount();
  const stranger = { ...lease, worker_id: `local.${other}.desk` };
  const sent = report(stranger, 'start').set('authorization', `x-api-key ${app.otherApiKey}`);
  await sent.expect(404);
  await report({ ...lease, task_id: await app.submit() }, 'start').expect(404);
});

test('ignores a screen, to which a gateway of the installation would connect', async () => {
  const screen = { address: '10.0.0.1:22', key: Buffer.alloc(32).toString('base64') };
  const heartbeat = { worker_id: `local.${app.accountId}.desk`, leases: [], screen };
  await call('/heartbeats', heartbeat);
  const { rows } = await app.database.pool.query(
    'SELECT FROM workers WHERE screen_address IS NOT NULL',
  );
  expect(rows).toEqual([]);
});

function send(body: object, headers: Readonly<Record<string, string>>): supertest.Test {
  const local = { 'x-inference-target': 'local', 'x-local-server-id': 'desk', ...headers };
  return app.post(PATH, body).set(local);
}

function submit(body: object): supertest.Test {
  return send(body, {}).expect(202);
}

function renewalOf({ task_id, lease_epoch, lease_secret }: LocalLease) {
  return { task_id, lease_epoch, lease_secret };
}

async function submitted(): Promise<LocalLease> {
  return (await submit(orderSubmission)).body.lease;
}

function call(path: string, body: object, status = 200): supertest.Test {
  return supertest(app.app)
    .post(`/worker/v1${path}`)
    .set('x-api-key', app.apiKey)
    .send(body)
    .expect(status);
}

function report(
  { task_id: taskId, worker_id, lease_epoch, lease_secret }: LocalLease,
  name: string,
  body: object = {},
): supertest.Test {
  return supertest(app.app)
    .post(`/worker/v1/tasks/${taskId}/${name}`)
    .set('authorization', `x-api-key ${app.apiKey}`)
    .send({ worker_id, lease_epoch, lease_secret, ...body });
}

async function detailOf({ task_id: taskId }: LocalLease) {
  return (await app.get(`/api/v1/tasks/${taskId}`).expect(200)).body.task;
}

async function otherAccount(): Promise<{ readonly user_id: string }> {
  const owner = await app.dependencies.apiKeys.findOwner(app.otherApiKey);
  return { user_id: owner?.accountId ?? '' };
}
