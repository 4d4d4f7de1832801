import { test } from '@jest/globals';
import { useTestApp } from './testing/use-test-app.ts';

const app = await useTestApp();

test('422 before an invalid request has any effect', async () => {
  await app.post('/api/v1/initiate_callback', {}).expect(422);
  await app.post('/api/v1/save_demo', { url: 7, files: ['f'] }).expect(422);
});
