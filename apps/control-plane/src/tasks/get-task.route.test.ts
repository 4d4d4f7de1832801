import { expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import supertest from 'supertest';
import type { LeaseHolder } from '../leases/lease.ts';
import { holderOf } from '../testing/open-stores.ts';
import { speakWorker, workerId } from '../testing/speak-worker.ts';
import { useTestApp } from '../testing/use-test-app.ts';

const pathOf = (taskId: string) => `/api/v1/tasks/${taskId}`;

const app = await useTestApp();

test('200 returns a waiting task without results', async () => {
  const taskId = await app.submit();
  const { body } = await app.get(pathOf(taskId)).expect(200);
  expect(body.task).toMatchObject({
    task_id: taskId,
    status: 'queued',
    endpoint_name: 'order',
    recording_version: 1,
    input_parameters: { username: ['ann'], number: ['7'] },
    retry_count: 0,
    max_retries: 1,
    cancel_requested: false,
    waiting_for_human: null,
    output_data: [],
    for_loop_status: [],
    model_usage: null,
    download_count: 0,
    files_deleted_at: null,
    control_sessions: [],
    attempts: [],
    steps: [],
    steps_truncated: false,
  });
  await app.post(`${pathOf(taskId)}/cancel`).expect(200);
});

test('200 lists who controlled the browser, but not who only watched', async () => {
  const taskId = await app.submit();
  const holder = await claim();
  const { leaseEpoch } = holder;
  const { id: apiKeyId } = await app.database.prisma.apiKey.findFirstOrThrow({
    where: { accountId: app.accountId },
  });
  const viewer = { taskId, leaseEpoch, apiKeyId, gatewayId: 'g', viewerAddress: '192.0.2.1' };
  const openedAt = new Date('2026-03-02T09:15:02.300Z');
  const closedAt = new Date('2026-03-02T09:15:44.300Z');
  await app.database.prisma.viewer.createMany({
    data: [
      { ...viewer, jti: randomUUID(), mode: 'control', openedAt, closedAt },
      { ...viewer, jti: randomUUID(), mode: 'view', openedAt, closedAt },
      { ...viewer, jti: randomUUID(), mode: 'control' },
    ],
  });
  const { body } = await app.get(pathOf(taskId)).expect(200);
  const who = { api_key_id: apiKeyId, api_key_name: 'test' };
  expect(body.task.control_sessions).toEqual([
    {
      ...who,
      opened_at: openedAt.toISOString(),
      closed_at: closedAt.toISOString(),
      seconds: 42,
    },
    { ...who, opened_at: expect.any(String), closed_at: null, seconds: expect.any(Number) },
  ]);
  await app.dependencies.leases.release(holder);
  await app.post(`${pathOf(taskId)}/cancel`).expect(200);
});

test('200 returns the results, attempts and steps of all attempts', async () => {
  const taskId = await app.submit();
  const { leases } = app.dependencies;
  const step = {
    nodePath: 'nodes[0]',
    kind: 'input_text',
    outcome: 'done',
    startedAt: new Date('2026-03-02T09:15:00.123Z'),
    durationMs: 4,
  } as const;
  const first = await claim();
  await leases.recordSteps(first, [
    { ...step, sequence: 1 },
    { ...step, sequence: 0 },
  ]);
  await leases.release(first);
  const second = await claim();
  await leases.start(second);
  await leases.recordSteps(second, [
    { ...step, sequence: 0, outcome: 'skipped', reason: 'The value is an empty list.' },
  ]);
  await leases.complete(second, { outputData: [{ text: 'ordered' }], forLoopStatus: [] });

  const { body } = await app.get(pathOf(taskId)).expect(200);
  expect(body.task).toMatchObject({
    status: 'success',
    output_data: [{ text: 'ordered' }],
    attempts: [
      { attempt: 1, outcome: 'released' },
      { attempt: 2, outcome: 'success', ended_at: expect.any(String) },
    ],
    steps: [
      { attempt: 1, sequence: 0, outcome: 'done' },
      { attempt: 1, sequence: 1, outcome: 'done' },
      {
        attempt: 2,
        sequence: 0,
        outcome: 'skipped',
        reason: 'The value is an empty list.',
        started_at: '2026-03-02T09:15:00.123Z',
        page_url: null,
      },
    ],
  });
});

// proves operation: listTaskSteps
test('200 returns the newest 1,000 steps, and all of them in pages', async () => {
  const taskId = await app.submit();
  const { leaseEpoch } = await claim();
  await app.database.pool.query(
    `INSERT INTO steps (task_id, lease_epoch, sequence, node_path, kind, outcome, started_at, duration_ms)
     SELECT $1, $2::int + n / 1000, n % 1000, 'nodes[0]', 'sleep', 'done', now(), 1 FROM generate_series(0, 1001) n`,
    [taskId, leaseEpoch],
  );
  const { body } = await app.get(pathOf(taskId)).expect(200);
  expect(body.task.steps).toHaveLength(1000);
  expect(body.task.steps_truncated).toBe(true);
  expect(body.task.steps[0]).toMatchObject({ attempt: leaseEpoch, sequence: 2 });
  expect(body.task.steps.at(-1)).toMatchObject({ attempt: leaseEpoch + 1, sequence: 1 });

  const seen = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const query: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const { body: page } = await app.get(`${pathOf(taskId)}/steps?limit=501${query}`).expect(200);
    seen.push(...page.steps);
    cursor = page.next_cursor;
  }
  expect(seen).toHaveLength(1002);
  expect(seen.slice(2)).toEqual(body.task.steps);
  const { body: usual } = await app.get(`${pathOf(taskId)}/steps`).expect(200);
  expect(usual.steps).toEqual(seen.slice(0, 100));

  await app.get(`${pathOf(taskId)}/steps?limit=1001`).expect(422);
  await app.get(`${pathOf(taskId)}/steps?cursor=b3RoZXI`).expect(422);
  const asOther = app.get(`${pathOf(taskId)}/steps`).set('x-api-key', app.otherApiKey);
  expect((await asOther.expect(404)).headers['x-error-code']).toBe('task-not-found');
  await app.get(`${pathOf('none')}/steps`).expect(404);
  await supertest(app.app)
    .get(`${pathOf(taskId)}/steps`)
    .expect(401);
});

test('200 returns the status, waits and dialogs that a worker reported for a step', async () => {
  const taskId = await app.submit();
  const worker = speakWorker(app);
  const lease = await worker.claim();
  const details = {
    http_status: 503,
    waited_for: ['interval of 1,000 ms'],
    dialogs: [{ type: 'prompt', message: 'Name?\u0000', action: 'accepted', text: 'Ann' }],
  };
  const place = { node_path: 'nodes[0]', kind: 'hover', outcome: 'done', duration_ms: 1 };
  const step = { ...place, started_at: new Date().toISOString() };
  const steps = [
    { ...step, ...details, sequence: 0 },
    { ...step, sequence: 1 },
  ];
  await worker.report(lease, 'steps', { steps }).expect(200);
  await worker.report(lease, 'release', { reason: 'drain' }).expect(200);
  const { body } = await app.get(pathOf(taskId)).expect(200);
  const kept = [{ ...details.dialogs[0], message: 'Name?\uFFFD' }];
  expect(body.task.steps).toMatchObject([
    { ...details, dialogs: kept },
    { http_status: null, waited_for: null, dialogs: null },
  ]);
  await app.post(`${pathOf(taskId)}/cancel`).expect(200);
});

test('200 links the class of a failure to its explanation, and a 404 links its code', async () => {
  const taskId = await app.submit();
  const open = await app.get(pathOf(taskId)).expect(200);
  expect(open.body.task.error_docs_url).toBeNull();
  const message = 'locator("#go") matched no element.';
  const failure = { errorClass: 'locator_not_found', message, retry: 'never' } as const;
  const result = { outputData: [], forLoopStatus: [] };
  await app.dependencies.leases.fail(await claim(), { ...failure, ...result });
  const { error_docs_url: url } = (await app.get(pathOf(taskId)).expect(200)).body.task;
  expect(url).toBe('http://127.0.0.1:8080/docs/errors#locator_not_found');
  const { headers } = await app.get(pathOf('none')).expect(404);
  expect(headers['link']).toBe('</docs/errors#task-not-found>; rel="help"');
  const { text } = await supertest(app.app).get('/docs/errors').expect(200);
  for (const entry of ['locator_not_found', 'task-not-found']) {
    expect(text).toContain(`<tr id="${entry}">`);
  }
});

test('200 links to the stored screenshot, evidence and log of a step', async () => {
  const taskId = await app.submit();
  const { artifacts, storage } = app.dependencies;
  const worker = speakWorker(app);
  const lease = await worker.claim();
  const { lease_epoch: leaseEpoch, lease_secret: leaseSecret } = lease;
  const holder = { taskId, workerId, leaseEpoch, leaseSecret };
  const file = { filename: 'step-0', kind: 'evidence', contentType: 'text/plain' } as const;
  const contents = ['jpeg', 'json', 'logs', 'none'];
  const uploads = await artifacts.announce(
    holder,
    contents.map((content) => ({ ...file, size: content.length })),
  );
  const ids = uploads.map(({ artifactId }) => artifactId);
  const [picture, evidence, log, missing] = ids;
  for (const [index, id] of ids.slice(0, 3).entries()) {
    await storage.write(`tasks/${taskId}/${id}`, Buffer.from(contents[index] ?? ''), file);
  }
  await artifacts.confirm(holder, ids);
  const place = { node_path: 'nodes[0]', kind: 'hover', outcome: 'done', duration_ms: 1 };
  const step = { ...place, started_at: new Date().toISOString() };
  const linked = { screenshot_artifact_id: picture, evidence_artifact_id: evidence };
  const steps = [
    { ...step, sequence: 0, ...linked, log_artifact_id: log },
    { ...step, sequence: 1, screenshot_artifact_id: missing, evidence_artifact_id: missing },
    { ...step, sequence: 2, evidence_artifact_id: await fileOfOtherTask() },
  ];
  await worker.report(lease, 'steps', { steps }).expect(200);
  await worker.report(lease, 'release', { reason: 'drain' }).expect(200);

  const { body } = await app.get(pathOf(taskId)).expect(200);
  const [first, ...others] = body.task.steps;
  const none = { screenshot_url: null, evidence_url: null, log_url: null };
  expect(others).toMatchObject([none, none]);
  expect(JSON.stringify(body)).not.toContain('artifact_id');
  const urls = [first.screenshot_url, first.evidence_url, first.log_url];
  for (const [index, url] of urls.entries()) {
    const { pathname, search } = new URL(url);
    const { text, body: bytes } = await supertest(app.app).get(`${pathname}${search}`).expect(200);
    expect(text ?? String(bytes)).toBe(contents[index]);
    await supertest(app.app).get(pathname).expect(403);
  }
  await app.get(pathOf(taskId)).set('x-api-key', app.otherApiKey).expect(404);
  await app.post(`${pathOf(taskId)}/cancel`).expect(200);
});

/** Stores an evidence file of another task and returns its id. */
async function fileOfOtherTask(): Promise<string> {
  const { id: taskId } = await app.database.prisma.task.findFirstOrThrow({
    where: { status: 'success' },
  });
  const file = { kind: 'evidence', filename: 'step-0.json', contentType: 'application/json' };
  const stored = { ...file, size: 1, objectKey: `tasks/${taskId}/other`, confirmedAt: new Date() };
  const { id } = await app.database.prisma.artifact.create({
    data: { ...stored, taskId, leaseEpoch: 1 },
  });
  return id;
}

test('401 without a key', async () => {
  await supertest(app.app).get(pathOf('x')).expect(401);
});

test('404 for an unknown task, and for one of another account', async () => {
  const taskId = await app.submit();
  await app.get(pathOf('none')).expect(404);
  await app.get(pathOf(taskId)).set('x-api-key', app.otherApiKey).expect(404);
});

test('422 for an id that is too long', async () => {
  const { body } = await app.get(pathOf('x'.repeat(201))).expect(422);
  expect(body.detail[0]).toMatchObject({ loc: ['path', 'task_id'], type: 'maxLength' });
});

async function claim(): Promise<LeaseHolder> {
  const signal = new AbortController().signal;
  const lease = await app.dependencies.leases.claim({ workerId: 'w', waitSeconds: 0, signal });
  return holderOf(lease, 'w');
}
