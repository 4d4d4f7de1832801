import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import supertest from 'supertest';
import { startTestApp, type TestApp } from './testing/start-test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
});

const detail = { detail: expect.stringMatching(/not available in this version/) };
const older = { error: expect.stringMatching(/not available in this version/) };
const id = randomUUID();

test.each([
  { method: 'get', path: `/api/v1/tasks/${id}/stream`, sent: undefined, shape: detail },
  {
    method: 'post',
    path: '/api/v1/save_demo',
    sent: { url: 'https://a.example', files: ['f'] },
    shape: older,
  },
] as const)('501 for $method $path', async ({ method, path, sent, shape }) => {
  const request = supertest(app.app)[method](path).set('x-api-key', app.apiKey);
  const { body } = await (sent ? request.send(sent) : request).expect(501);
  expect(body).toEqual(shape);
  await supertest(app.app)[method](path).expect(401);
});

test('400 in the older shape for save_demo without its fields', async () => {
  const { body } = await app.post('/api/v1/save_demo', { url: 'https://a.example' }).expect(400);
  expect(body).toEqual({ error: 'files is missing.' });
});

test('401 in the older shape', async () => {
  const { body } = await supertest(app.app).post('/api/v1/save_demo').send({}).expect(401);
  expect(body).toEqual({ error: expect.stringMatching(/missing/) });
});

test('422 before 501', async () => {
  await app.post('/api/v1/initiate_callback', {}).expect(422);
  await app.post('/api/v1/save_demo', { url: 7, files: ['f'] }).expect(422);
});
