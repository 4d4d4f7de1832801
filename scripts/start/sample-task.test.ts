import { expect, test } from '@jest/globals';
import { runSampleTask } from './sample-task.ts';

const submission = {
  endpoint_name: 'order-status',
  input_parameters: {},
  unique_parameter_names: [],
};
const message = '900 tasks are ahead of it, and all slots are taken.';

/** Runs a sample task that keeps its status, and returns the lines that are printed. */
async function runUnended(status: string, queue: object, signal?: AbortSignal): Promise<string[]> {
  const lines: string[] = [];
  const api = {
    async post(path: string) {
      return path.endsWith('/inference') ? { task_id: 't' } : { task: { status } };
    },
    async get(path: string) {
      expect(path).toBe('/api/v1/tasks/t/queue');
      return { queue: { status, ...queue } };
    },
  };
  await runSampleTask(api, submission, {
    apiUrl: 'http://127.0.0.1:8080',
    say: (line) => lines.push(line),
    signal: signal ?? new AbortController().signal,
    deadlineMs: 1_000,
  });
  return lines;
}

test('names what the sample task waits for, and does not fail, when it does not end in time', async () => {
  expect(await runUnended('queued', { reason: 'no_slot', message })).toEqual([
    'Submitting the sample task "order-status"...',
    '  watch   http://127.0.0.1:8080/live/t',
    '  task    t: still queued after 1 s; it continues',
    `  waits   ${message}`,
  ]);
  const running = await runUnended('running', { reason: null, message: 'It is not waiting.' });
  expect(running.slice(2)).toEqual(['  task    t: still running after 1 s; it continues']);
});

test('rejects when the installation stops', async () => {
  const stopped = runUnended('queued', { reason: null, message }, AbortSignal.abort());
  await expect(stopped).rejects.toMatchObject({ name: 'AbortError' });
});
