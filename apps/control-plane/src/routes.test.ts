import { afterAll, beforeAll, test } from '@jest/globals';
import { startTestApp, type TestApp } from './testing/start-test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
});

test('422 before any effect', async () => {
  await app.post('/api/v1/initiate_callback', {}).expect(422);
  await app.post('/api/v1/save_demo', { url: 7, files: ['f'] }).expect(422);
});
