import { expect, test } from '@jest/globals';
import supertest from 'supertest';
import { speakWorker } from '../testing/speak-worker.ts';
import { useTestApp } from '../testing/use-test-app.ts';

const pathOf = (taskId: string) => `/api/v1/tasks/${taskId}/cancel`;

const app = await useTestApp();
const worker = speakWorker(app);

test('200 cancels a waiting task, even when repeated', async () => {
  const taskId = await app.submit();
  const { body } = await app.post(pathOf(taskId)).expect(200);
  expect(body).toEqual({
    success: true,
    message: 'The task is cancelled.',
    task: expect.objectContaining({ task_id: taskId, status: 'cancelled' }),
  });
  await app.post(pathOf(taskId)).expect(200);
});

test('202 marks a task that a worker holds, 200 after the worker stops it', async () => {
  const taskId = await app.submit();
  const lease = await worker.claim();
  expect(lease.task_id).toBe(taskId);
  await worker.report(lease, 'start').expect(200);
  for (let round = 0; round < 2; round += 1) {
    const { body } = await app.post(pathOf(taskId)).expect(202);
    expect(body).toEqual({
      success: true,
      message: 'The cancellation is requested.',
      task: expect.objectContaining({ status: 'running', completed_at: null }),
    });
    const detail = await app.get(`/api/v1/tasks/${taskId}`).expect(200);
    expect(detail.body.task).toMatchObject({ status: 'running', cancel_requested: true });
  }
  await worker.report(lease, 'release', { reason: 'drain' }).expect(200);
  const { body } = await app.post(pathOf(taskId)).expect(200);
  expect(body.task).toMatchObject({
    status: 'cancelled',
    completed_at: expect.any(String),
    error: null,
  });
});

test('202 marks a task that a worker has just taken', async () => {
  const taskId = await app.submit();
  const lease = await worker.claim();
  expect(lease.task_id).toBe(taskId);
  const { body } = await app.post(pathOf(taskId)).expect(202);
  expect(body.task).toMatchObject({ status: 'allocated', completed_at: null });
  await worker.report(lease, 'start').expect(200);
  await worker.report(lease, 'release', { reason: 'drain' }).expect(200);
  await app.post(pathOf(taskId)).expect(200);
});

test('401 without a key', async () => {
  const { body } = await supertest(app.app).post(pathOf('x')).expect(401);
  expect(body).toEqual({ detail: expect.any(String) });
});

test('404 for an unknown task, and for one of another account', async () => {
  const taskId = await app.submit();
  await app.post(pathOf('none')).expect(404);
  await app.post(pathOf(taskId)).set('x-api-key', app.otherApiKey).expect(404);
});

test.each(['success', 'failed'] as const)(
  '409 when the task has ended as %s, without changing it',
  async (status) => {
    const taskId = await app.submit();
    const data = { status, completedAt: new Date() };
    await app.database.prisma.task.update({ where: { id: taskId }, data });
    const { body } = await app.post(pathOf(taskId)).expect(409);
    expect(body).toEqual({ detail: expect.stringContaining(`already ended (${status})`) });
    const detail = await app.get(`/api/v1/tasks/${taskId}`).expect(200);
    expect(detail.body.task).toMatchObject({ status, cancel_requested: false });
  },
);

test('422 for an id that is too long', async () => {
  const { body } = await app.post(pathOf('x'.repeat(201))).expect(422);
  expect(body.detail[0]).toMatchObject({ loc: ['path', 'task_id'], type: 'maxLength' });
});

test('422 for a body with a member, 415 for another type, 200 for an empty object', async () => {
  const cancel = pathOf(await app.submit());
  const { body } = await app.post(cancel, { reason: 'late' }).expect(422);
  expect(body.detail).toMatchObject([{ loc: ['body', 'reason'], type: 'additionalProperties' }]);
  await app.post(cancel).set('content-type', 'text/plain').send('now').expect(415);
  await app.post(cancel, {}).expect(200);
  await app.post('/api/v1/inference/all_calls', { page: 1 }).expect(422);
  await app.post('/api/v1/inference/all_calls').expect(200);
});
