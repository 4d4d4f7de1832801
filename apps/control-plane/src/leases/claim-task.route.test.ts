import { WORKER_PROTOCOL } from '@errand/api-types';
import { expect, test } from '@jest/globals';
import type { AnyRouteRequest } from '../http/define-route.ts';
import { addAccount, openStores, orderOf } from '../testing/open-stores.ts';
import { claimTask } from './claim-task.route.ts';

test.each([
  ['the database is away', false],
  ['the worker has gone', true],
])('gives the task back at once when %s before the response', async (_, isGone) => {
  await using stores = await openStores();
  const accountId = await addAccount(stores.database);
  const { taskId } = await stores.tasks.submit(accountId, orderOf('ann'));
  const gone = new AbortController();
  const request: Partial<AnyRouteRequest> = {
    worker: {
      workerId: 'worker-1',
      registrationId: '0b9f6c1e-6f0e-4d7a-9a52-3f6d8c1b7e10',
      labels: ['default'],
      protocol: WORKER_PROTOCOL.version,
    },
    body: { wait_seconds: 5 },
    signal: gone.signal,
  };
  const claiming = claimTask.handle(
    {
      leases: stores.leases,
      workerRegister: {
        isCurrent: async () => {
          if (!isGone) throw new Error('The database is away.');
          gone.abort();
          return true;
        },
      },
      workerProtocol: WORKER_PROTOCOL,
      storage: { presignDownload: () => Promise.reject(new Error('There is no replay.')) },
    },
    request as AnyRouteRequest,
  );
  const outcome = await claiming.then(
    ({ status }) => status,
    (error: unknown) => String(error),
  );
  expect(outcome).toBe(isGone ? 204 : 'Error: The database is away.');
  const { status, attempts } = await stores.tasks.getDetail(accountId, taskId);
  expect([status, attempts.map((attempt) => attempt.outcome)]).toEqual(['queued', ['released']]);
});
