import { listen } from '@errand/app-runtime';
import { expect, test } from '@jest/globals';
import { createGateway } from './gateway.ts';

const anyPort = { port: 0, host: '127.0.0.1', setting: 'PORT' };

test.each(['/health/live', '/health/ready'])('200 on %s', async (path) => {
  await using server = await listen(createGateway(), anyPort);
  const response = await fetch(server.url + path);
  expect([response.status, await response.json()]).toEqual([200, { status: 'ok' }]);
});

test('501 tells a viewer that there is no live view yet', async () => {
  await using server = await listen(createGateway(), anyPort);
  const response = await fetch(`${server.url}/tasks/1`);
  expect(response.status).toBe(501);
  expect(await response.json()).toEqual({
    detail: 'The live view is not available in this version.',
  });
});
