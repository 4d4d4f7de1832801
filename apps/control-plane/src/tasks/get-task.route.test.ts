import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import supertest from 'supertest';
import type { LeaseHolder } from '../leases/lease.ts';
import { startTestApp, type TestApp } from '../testing/start-test-app.ts';

const pathOf = (taskId: string) => `/api/v1/tasks/${taskId}`;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
});

test('200 answers a waiting task without results', async () => {
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
    control_sessions: [],
    attempts: [],
    steps: [],
  });
  await app.post(`${pathOf(taskId)}/cancel`).expect(200);
});

test('200 tells who had mouse and keyboard in the browser, and not who only watched', async () => {
  const taskId = await app.submit();
  const { leaseEpoch } = await claim();
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
  await app.dependencies.leases.release({ taskId, leaseEpoch, workerId: 'w' });
  await app.post(`${pathOf(taskId)}/cancel`).expect(200);
});

test('200 answers results, and attempts and steps of all attempts, of a task that ran', async () => {
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

test('200 answers where the picture of a step is, and none that is not stored', async () => {
  const taskId = await app.submit();
  const { leases, artifacts, storage } = app.dependencies;
  const holder = await claim();
  const picture = { filename: 'step-0.jpg', kind: 'evidence', contentType: 'image/jpeg' } as const;
  const uploads = await artifacts.announce(holder, [
    { ...picture, size: 4 },
    { ...picture, size: 4 },
  ]);
  const [stored = '', missing = ''] = uploads.map(({ artifactId }) => artifactId);
  await storage.write(`tasks/${taskId}/${stored}`, Buffer.from('jpeg'), picture);
  await artifacts.confirm(holder, [stored, missing]);
  const step = {
    nodePath: 'nodes[0]',
    kind: 'hover',
    outcome: 'done',
    startedAt: new Date(),
    durationMs: 4,
  } as const;
  await leases.recordSteps(holder, [
    { ...step, sequence: 0, screenshotArtifactId: stored },
    { ...step, sequence: 1, screenshotArtifactId: missing },
    { ...step, sequence: 2 },
  ]);
  await leases.release(holder);
  const { body } = await app.get(pathOf(taskId)).expect(200);
  const urls = body.task.steps.map(
    (each: { screenshot_url: string | null }) => each.screenshot_url,
  );
  expect(urls).toEqual([expect.stringContaining(stored), null, null]);
  const { pathname, search } = new URL(urls[0]);
  const file = await supertest(app.app).get(`${pathname}${search}`).expect(200);
  expect(String(file.body)).toBe('jpeg');
});

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
  if (!lease) throw new Error('Expected a lease, there was no work.');
  return { taskId: lease.taskId, workerId: 'w', leaseEpoch: lease.leaseEpoch };
}
