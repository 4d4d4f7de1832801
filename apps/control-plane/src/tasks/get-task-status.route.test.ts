import { beforeAll, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import supertest from 'supertest';
import { useTestApp } from '../testing/use-test-app.ts';

const PATH = '/api/v1/task_status';
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const app = await useTestApp();
let taskId: string;
beforeAll(async () => {
  taskId = await app.submit();
});

test('200 returns one task with all its timestamps', async () => {
  const { body } = await app.post(PATH, { task_id: taskId }).expect(200);
  expect(body).toEqual({
    success: true,
    task: {
      task_id: taskId,
      status: 'queued',
      created_at: expect.stringMatching(TIMESTAMP),
      allocated_at: null,
      started_at: null,
      completed_at: null,
      error: null,
    },
  });
});

test('200 keeps the order of a list and reports ids that are not found', async () => {
  const second = await app.submit();
  const unknown = randomUUID();
  const ids = [second, unknown, taskId, 'no uuid', second];
  const { body } = await app.post(PATH, { task_id: ids }).expect(200);
  expect(body).toMatchObject({
    success: true,
    tasks: [{ task_id: second }, { task_id: taskId }],
    found_task_count: 2,
    not_found_task_ids: [unknown, 'no uuid'],
  });
});

test('200 for 50 ids, and for none', async () => {
  const ids = [taskId, ...Array.from({ length: 49 }, () => randomUUID())];
  const { body } = await app.post(PATH, { task_id: ids }).expect(200);
  expect(body).toMatchObject({ found_task_count: 1 });
  expect(body.not_found_task_ids).toEqual(ids.slice(1));
  await app.post(PATH, { task_id: [] }).expect(200);
});

test('200 does not find tasks of another account in a list', async () => {
  const request = app.post(PATH, { task_id: [taskId] }).set('x-api-key', app.otherApiKey);
  const { body } = await request.expect(200);
  expect(body).toMatchObject({ tasks: [], found_task_count: 0, not_found_task_ids: [taskId] });
});

test('400 for a body that is not JSON', async () => {
  const { body } = await app
    .post(PATH)
    .set('content-type', 'application/json')
    .send('{')
    .expect(400);
  expect(body).toEqual({ detail: expect.stringMatching(/not valid JSON/) });
});

test('401 without a key', async () => {
  const { body } = await supertest(app.app).post(PATH).send({ task_id: taskId }).expect(401);
  expect(body).toEqual({ detail: expect.stringMatching(/missing/) });
});

test.each(['no uuid', '__proto__', '00000000-0000-0000-0000-000000000000', "' OR 1=1 --"])(
  '404 for the id "%s"',
  async (id) => {
    const { body } = await app.post(PATH, { task_id: id }).expect(404);
    expect(body).toEqual({ detail: `There is no task "${id}".` });
  },
);

test('404 for the task of another account', async () => {
  await app.post(PATH, { task_id: taskId }).set('x-api-key', app.otherApiKey).expect(404);
});

test('413 for a body over 100 KiB', async () => {
  const { body } = await app.post(PATH, { task_id: 'x'.repeat(102_400) }).expect(413);
  expect(body).toEqual({ detail: expect.stringMatching(/102400/) });
});

test('415 for a form', async () => {
  const { body } = await app.post(PATH).type('form').send({ task_id: taskId }).expect(415);
  expect(body).toEqual({ detail: expect.stringMatching(/form-urlencoded/) });
});

test('422 for more than 50 ids', async () => {
  const ids = Array.from({ length: 51 }, () => randomUUID());
  const { body } = await app.post(PATH, { task_id: ids }).expect(422);
  expect(body).toEqual({
    detail: [{ loc: ['body', 'task_id'], msg: expect.stringMatching(/50/), type: 'maxItems' }],
  });
});

test.each([
  [{}, { loc: ['body', 'task_id'], type: 'required' }],
  [{ task_id: 7 }, { loc: ['body', 'task_id'], type: 'type' }],
  [{ task_id: [7] }, { loc: ['body', 'task_id', 0], type: 'type' }],
  [
    { task_id: 'a', id: 'b' },
    { loc: ['body', 'id'], type: 'additionalProperties' },
  ],
  [[], { loc: ['body'], type: 'type' }],
])('422 for %j', async (sent, violation) => {
  const { body } = await app.post(PATH, sent).expect(422);
  expect(body.detail).toContainEqual({ ...violation, msg: expect.any(String) });
});
