import { afterAll, beforeAll, expect, test } from '@jest/globals';
import supertest from 'supertest';
import { startTestApp, type TestApp } from '../testing/start-test-app.ts';

const pathOf = (taskId: string) => `/api/v1/tasks/${taskId}/cancel`;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
});

test('200 cancels a waiting task, again too', async () => {
  const taskId = await app.submit();
  const { body } = await app.post(pathOf(taskId)).expect(200);
  expect(body).toEqual({
    success: true,
    message: 'The task is cancelled.',
    task: expect.objectContaining({ task_id: taskId, status: 'cancelled' }),
  });
  await app.post(pathOf(taskId)).expect(200);
});

test('200 cancels a task that a worker holds', async () => {
  const taskId = await app.submit();
  const signal = new AbortController().signal;
  const lease = await app.dependencies.leases.claim({ workerId: 'w', waitSeconds: 0, signal });
  expect(lease?.taskId).toBe(taskId);
  const { body } = await app.post(pathOf(taskId)).expect(200);
  expect(body.task).toMatchObject({ status: 'cancelled', completed_at: expect.any(String) });
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

test('409 when the task has ended in another way', async () => {
  const taskId = await app.submit();
  const data = { status: 'success' as const };
  await app.database.prisma.task.update({ where: { id: taskId }, data });
  const { body } = await app.post(pathOf(taskId)).expect(409);
  expect(body).toEqual({ detail: expect.stringMatching(/already ended as success/) });
});

test('422 for an id that is too long', async () => {
  const { body } = await app.post(pathOf('x'.repeat(201))).expect(422);
  expect(body.detail[0]).toMatchObject({ loc: ['path', 'task_id'], type: 'maxLength' });
});
