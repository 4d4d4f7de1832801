import { listen } from '@errand/app-runtime';
import { createErrand } from '@errand/client';
import { expect, test } from '@jest/globals';
import { runToEnd } from './wait-for-end.ts';

test.each([0, 1])('waiting %d s, an error after submission names the task', async (seconds) => {
  await using server = await listen(
    (request, response) => {
      request.resume();
      const isSubmission = request.method === 'POST' && request.url === '/api/v1/inference';
      response.writeHead(isSubmission ? 202 : 403, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ success: true, task_id: 'the-task', status: 'queued' }));
    },
    { port: 0, host: '127.0.0.1', setting: 'PORT' },
  );
  const context = {
    errand: createErrand({ baseUrl: server.url, apiKey: 'key', maxRetries: 0 }),
    baseUrl: server.url,
    signal: new AbortController().signal,
    progress: () => undefined,
  };
  const run = runToEnd({ endpoint_name: 'order', input_parameters: {} }, seconds, context);
  await expect(run).rejects.toThrow(
    /^Task the-task was submitted, .* Do not run it again: call wait_for_task with this ID\.$/,
  );
});
