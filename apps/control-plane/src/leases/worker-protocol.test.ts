import { beforeEach, expect, test } from '@jest/globals';
import supertest from 'supertest';
import { speakWorker, workerId } from '../testing/speak-worker.ts';
import { orderAutomation } from '../testing/start-test-app.ts';
import { useTestApp } from '../testing/use-test-app.ts';

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const step = {
  sequence: 0,
  node_path: 'nodes[0]',
  kind: 'input_text',
  outcome: 'done',
  started_at: '2026-03-02T09:15:01.040Z',
  duration_ms: 63,
};
const result = { output_data: [{ text: 'INV-1' }], for_loop_status: [] };
const failure = {
  ...result,
  error: { class: 'locator_not_found', message: 'Nothing matched.', retry: 'never' },
};
const file = { filename: 'a.pdf', kind: 'download', content_type: 'application/pdf', size: 4 };
const humanWait = {
  wait_id: '00000000-0000-7000-8000-000000000000',
  node_path: 'nodes[0]',
  page_url: 'https://portal.example/login',
  max_wait_seconds: 60,
};
const endings: readonly [string, object][] = [
  ['complete', result],
  ['fail', failure],
  ['release', { reason: 'drain' }],
];
/** Every write under a lease, with a valid body. */
const writes: readonly [string, object][] = [
  ['start', {}],
  ['secrets', { name: 'code', index: 0, origin: 'https://portal.example' }],
  ['steps', { steps: [step] }],
  ['artifacts', { artifacts: [file] }],
  ['artifacts/confirm', { artifact_ids: ['00000000-0000-7000-8000-000000000000'] }],
  ['human-wait', humanWait],
  ['human-answer', { wait_id: humanWait.wait_id, wait_seconds: 0 }],
  ['human-wait/end', { wait_id: humanWait.wait_id, outcome: 'timed_out' }],
  ...endings,
];

const app = await useTestApp();

const worker = speakWorker(app);
let taskId: string;
beforeEach(async () => {
  await app.database.pool.query(
    `DELETE FROM tasks; DELETE FROM warm_sessions; DELETE FROM login_queues; DELETE FROM pgboss.job`,
  );
  taskId = await app.submit();
});

// proves operation: claimTask
test('200 for a claim, with everything the worker needs', async () => {
  expect(await worker.claim()).toEqual({
    task_id: taskId,
    lease_epoch: 1,
    lease_secret: expect.stringMatching(/^[\w-]{43}$/),
    lease_seconds: 9,
    expires_at: expect.stringMatching(TIMESTAMP),
    session: null,
    task: {
      recording_id: expect.any(String),
      endpoint_name: 'order',
      automation: {
        ...orderAutomation,
        parameters: { ...orderAutomation.parameters, secure_parameters: { code: [] } },
      },
      input_parameters: { username: ['ann'], number: ['7'] },
      secure_parameters: { code: 1 },
      rdp_parameter: null,
      input_files: [],
      unique_parameter_names: [],
      max_timeout_in_minutes: 10,
      timeout_grace_seconds: 30,
      use_proxy: false,
      is_dedicated: false,
      retry_count: 0,
      attempt: 1,
      model_usage: null,
      created_at: expect.stringMatching(TIMESTAMP),
      account_id: app.accountId,
    },
  });
});

test('204 for a claim when no work arrives in time', async () => {
  await worker.claim();
  await worker.post('/claims', { worker_id: workerId, wait_seconds: 0.1 }).expect(204);
});

// proves operation: heartbeatLeases
test('200 for a heartbeat lists held and lost leases', async () => {
  const lease = await worker.claim();
  const held = worker.renewal(lease);
  const leases = [{ ...held, lease_epoch: 7 }, held];
  const asked = { task_id: taskId, lease_epoch: lease.lease_epoch };
  const { body } = await worker.post('/heartbeats', { worker_id: workerId, leases }).expect(200);
  expect(body.leases).toEqual([
    { ...asked, lease_epoch: 7, state: 'lost', expires_at: null, cancel_requested: false },
    {
      ...asked,
      state: 'held',
      expires_at: expect.stringMatching(TIMESTAMP),
      cancel_requested: false,
    },
  ]);
});

test('200 for a heartbeat reports a cancellation, and 200 for a report completes it', async () => {
  const lease = await worker.claim();
  await app.post(`/api/v1/tasks/${taskId}/cancel`).expect(202);
  await worker.report(lease, 'start').expect(200);
  const leases = [worker.renewal(lease)];
  const { body } = await worker.post('/heartbeats', { worker_id: workerId, leases }).expect(200);
  expect(body.leases).toMatchObject([{ state: 'held', cancel_requested: true }]);
  for (const [name, report] of endings) {
    const answer = await worker.report(lease, name, report).expect(200);
    expect(answer.body).toEqual({ status: 'cancelled' });
  }
  const again = await worker.post('/heartbeats', { worker_id: workerId, leases }).expect(200);
  expect(again.body.leases).toMatchObject([{ state: 'lost', cancel_requested: false }]);
});

// proves operation: startTask; reportSteps; completeTask
test('200 for every report up to success', async () => {
  const lease = await worker.claim();
  const answers = [];
  for (const [name, body] of [
    ['start', {}],
    ['steps', { steps: [step, { ...step, sequence: 1 }] }],
    ['complete', result],
    ['complete', result],
  ] as const) {
    answers.push((await worker.report(lease, name, body).expect(200)).body);
  }
  expect(answers).toEqual([
    { status: 'running' },
    { accepted: 2 },
    { status: 'success' },
    { status: 'success' },
  ]);
  const { body } = await app.get(`/api/v1/tasks/${taskId}`).expect(200);
  expect(body.task).toMatchObject({ status: 'success', output_data: [{ text: 'INV-1' }] });
});

test('200 for reports with text that the database cannot store; it becomes U+FFFD', async () => {
  const bad = 'a\0b\uD83D';
  const stored = 'a\uFFFDb\uFFFD';
  const error = {
    class: 'timeout',
    message: bad,
    retry: 'infrastructure',
    node_path: bad,
    page_url: bad,
  };
  const output = { output_data: [{ json_data: { [bad]: [bad] } }], for_loop_status: [] };
  const first = await worker.claim();
  const steps = [{ ...step, reason: bad, error_message: bad, page_url: bad }];
  await worker.report(first, 'steps', { steps }).expect(200);
  const artifacts = [{ ...file, filename: 'a\uD83D.pdf', metadata: { [bad]: bad } }];
  await worker.report(first, 'artifacts', { artifacts }).expect(201);
  await worker.report(first, 'human-wait', { ...humanWait, page_url: bad }).expect(200);
  await worker.report(first, 'fail', { ...output, error }).expect(200, { status: 'queued' });
  const failed = await app.database.pool.query('SELECT error, page_url FROM attempts, steps');
  expect(failed.rows).toEqual([{ error: stored, page_url: stored }]);

  await worker.report(await worker.claim(), 'complete', output).expect(200, { status: 'success' });
  const { body } = await app.get(`/api/v1/tasks/${taskId}`).expect(200);
  expect(body.task.output_data).toEqual([{ json_data: { [stored]: [stored] } }]);
});

// proves operation: failTask
test('200 for a failure says whether another attempt follows', async () => {
  const retry = { ...failure, error: { ...failure.error, retry: 'infrastructure' } };
  const first = await worker.report(await worker.claim(), 'fail', retry).expect(200);
  expect(first.body).toEqual({ status: 'queued' });
  // The maximum output size of a successful attempt.
  const output_data = [{ text: 'x'.repeat(4 * 1024 ** 2) }];
  const last = { ...failure, output_data };
  const second = await worker.report(await worker.claim(), 'fail', last).expect(200);
  expect(second.body).toEqual({ status: 'failed' });
  const { body } = await app.get(`/api/v1/tasks/${taskId}`).expect(200);
  expect(body.task).toMatchObject({ error_class: 'locator_not_found', output_data });
});

// proves operation: releaseTask
test('200 for a release puts the task back in the queue', async () => {
  const lease = await worker.claim();
  const { body } = await worker.report(lease, 'release', { reason: 'drain' }).expect(200);
  expect(body).toEqual({ status: 'queued' });
  expect(await worker.claim()).toMatchObject({ task_id: taskId, lease_epoch: 2 });
});

// proves operation: beginHumanWait; awaitHumanAnswer; endHumanWait
test('200 for a human wait, from its start to an end without an answer', async () => {
  const lease = await worker.claim();
  await worker.report(lease, 'start').expect(200);
  const { wait_id } = humanWait;
  const begun = await worker.report(lease, 'human-wait', humanWait).expect(200);
  expect(begun.body).toEqual({ wait_until: expect.stringMatching(TIMESTAMP) });
  const asked = { wait_id, wait_seconds: 0 };
  const silence = await worker.report(lease, 'human-answer', asked).expect(200);
  expect(silence.body).toEqual({ resumed: false, variables: {} });
  const over = { wait_id, outcome: 'timed_out' };
  const ended = await worker.report(lease, 'human-wait/end', over).expect(200);
  expect(ended.body).toEqual({ outcome: 'timed_out' });
});

// proves operation: createArtifacts; confirmArtifacts
test('201 for an artifact returns an upload address, and 200 confirms the file', async () => {
  const lease = await worker.claim();
  const artifacts = [file, { ...file, filename: 'b.pdf' }];
  const { body } = await worker.report(lease, 'artifacts', { artifacts }).expect(201);
  const [sent, missing] = body.uploads;
  expect(sent).toMatchObject({ filename: 'a.pdf', headers: { 'content-type': 'application/pdf' } });

  const { pathname, search } = new URL(sent.upload_url);
  const put = supertest(app.app).put(`${pathname}${search}`).set('content-type', file.content_type);
  await put.send(Buffer.from('%PDF')).expect((response) => expect(response.ok).toBe(true));
  const artifact_ids = [sent.artifact_id, missing.artifact_id];
  const confirmed = await worker.report(lease, 'artifacts/confirm', { artifact_ids }).expect(200);
  expect(confirmed.body).toEqual({
    confirmed: [sent.artifact_id],
    rejected: [{ artifact_id: missing.artifact_id, reason: 'missing' }],
  });
});

// proves operation: createArtifacts
test('413 for an artifact that is too large to upload', async () => {
  const artifacts = [{ ...file, size: 6 * 1024 ** 3 }];
  const { body } = await worker
    .report(await worker.claim(), 'artifacts', { artifacts })
    .expect(413);
  expect(body.error.code).toBe('payload-too-large');
});

// proves operation: worker *
test.each(writes)('409 for %s under a lease that is no longer held', async (name, write) => {
  const lease = await worker.claim();
  await app.database.pool.query(`UPDATE tasks SET lease_expires_at = now() - interval '1 s'`);
  await app.dependencies.leases.takeBackLost();
  const { body } = await worker.report(lease, name, write).expect(409);
  expect(body).toEqual({
    error: { code: 'lease-lost', message: expect.stringContaining(`Lease 1 of task "${taskId}"`) },
  });
});

test.each(writes)('404 for %s on a task that does not exist', async (name, write) => {
  for (const task_id of ['00000000-0000-7000-8000-000000000000', 'no-uuid']) {
    const { body } = await worker.report({ task_id, lease_epoch: 1 }, name, write).expect(404);
    expect(body).toEqual({ error: { code: 'not-found', message: expect.any(String) } });
  }
});

test.each(writes)('422 for %s without the epoch', async (name, write) => {
  const path = `/tasks/${taskId}/${name}`;
  const { body } = await worker.post(path, { worker_id: workerId, ...write }).expect(422);
  expect(body.error.code).toBe('invalid-request');
});

// proves operation: heartbeatLeases
test('200 for a heartbeat updates the time at which the worker was last seen', async () => {
  const { pool, prisma } = app.database;
  await pool.query(`UPDATE workers SET last_seen_at = now() - interval '61 s'`);
  await worker.post('/heartbeats', { worker_id: workerId, leases: [] }).expect(200);
  const known = await prisma.worker.findUnique({ where: { id: workerId } });
  expect(known?.lastSeenAt.getTime()).toBeGreaterThan(Date.now() - 30_000);
});

// proves operation: claimTask
test('204 for a claim with a label whose accounts have no work', async () => {
  await worker.enrol({ labels: ['acme'] });
  await worker.post('/claims', { worker_id: workerId, wait_seconds: 0 }).expect(204);
  await worker.enrol();
});
