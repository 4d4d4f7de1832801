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

test('501 for the live view, after its credentials were checked', async () => {
  const path = `/api/v1/tasks/${randomUUID()}/stream`;
  const { body } = await app.get(path).expect(501);
  expect(body).toEqual({ detail: expect.stringMatching(/not available in this version/) });
  await supertest(app.app).get(path).expect(401);
});

test('422 before anything is done', async () => {
  await app.post('/api/v1/initiate_callback', {}).expect(422);
  await app.post('/api/v1/save_demo', { url: 7, files: ['f'] }).expect(422);
});
