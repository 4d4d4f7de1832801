import { beforeAll, expect, test } from '@jest/globals';
import supertest from 'supertest';
import { useTestApp } from '../testing/use-test-app.ts';

const PATH = '/api/v1/task_status';

const app = await useTestApp();
let taskId: string;
beforeAll(async () => {
  taskId = await app.submit();
});

test('200 returns the task named in the query', async () => {
  const { body } = await app.get(`${PATH}?task_id=${taskId}`).expect(200);
  expect(body).toMatchObject({ success: true, task: { task_id: taskId, status: 'queued' } });
});

test('401 without a key', async () => {
  const { body } = await supertest(app.app).get(`${PATH}?task_id=${taskId}`).expect(401);
  expect(body).toEqual({ detail: expect.any(String) });
});

test('404 for an unknown task, and for one of another account', async () => {
  await app.get(`${PATH}?task_id=none`).expect(404);
  await app.get(`${PATH}?task_id=${taskId}`).set('x-api-key', app.otherApiKey).expect(404);
});

test.each([
  ['', { loc: ['query', 'task_id'] }],
  ['?task_id=', { loc: ['query', 'task_id'] }],
  ['?task_id=a&task_id=b', { loc: ['query', 'task_id'] }],
  ['?task_id=a&verbose=1', { loc: ['query', 'verbose'] }],
])('422 for the query "%s"', async (query, violation) => {
  const { body } = await app.get(`${PATH}${query}`).expect(422);
  expect(body.detail[0]).toMatchObject(violation);
});
