import { listen } from '@errand/app-runtime';
import { expect, test } from '@jest/globals';
import { cancelInControlPlane } from './forward-submission.ts';

const never = new AbortController().signal;

/** Cancels in a control plane that always responds with this status. Returns the request line. */
async function cancelWith(status: number): Promise<string> {
  let line = '';
  await using controlPlane = await listen(
    ({ method, url }, response) => {
      line = `${method} ${url}`;
      response.writeHead(status).end('{}');
    },
    { port: 0, host: '127.0.0.1', setting: 'PORT' },
  );
  await cancelInControlPlane({ url: `${controlPlane.url}/`, apiKey: 'k' }, 'a-task', never);
  return line;
}

test.each([200, 202, 404, 409])('accepts status %i of a cancellation', async (status) => {
  expect(await cancelWith(status)).toBe('POST /api/v1/tasks/a-task/cancel');
});

test.each([401, 429, 500])('throws when the cancellation returns status %i', async (status) => {
  await expect(cancelWith(status)).rejects.toThrow(
    `The control plane responded to the cancellation with status ${status}.`,
  );
});
