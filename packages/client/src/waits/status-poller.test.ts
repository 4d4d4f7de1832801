import { expect, test } from '@jest/globals';
import type { ErrandSchemas } from '../api-schemas.ts';
import { ErrandConnectionError } from '../errors.ts';
import { createStatusPoller } from './status-poller.ts';

const ended = { task_id: 't', status: 'success' } as ErrandSchemas['TaskStatusData'];

test('counts its patience from the first failure, not from the last response', async () => {
  let asked = 0;
  const poller = createStatusPoller({
    async ask() {
      asked += 1;
      if (asked > 1) {
        return { success: true, tasks: [ended], found_task_count: 1, not_found_task_ids: [] };
      }
      // Acts like a computer that was asleep: the test is about the elapsed time.
      await new Promise((resolve) => setTimeout(resolve, 200));
      throw new ErrandConnectionError('The connection broke off.');
    },
    notFound: (taskId) => new Error(taskId),
    patienceMs: 100,
  });
  expect(await poller.untilEnded('t', AbortSignal.timeout(20_000))).toBe(ended);
  expect(asked).toBe(2);
});
