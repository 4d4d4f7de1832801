import { createLogger } from '@errand/app-runtime';
import { pollUntil } from '@errand/test-kit';
import { expect, test } from '@jest/globals';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startHeartbeatThread, THREAD_NAME } from './start-heartbeat-thread.ts';

const renewal = { task_id: 'any', lease_epoch: 1, lease_secret: 'any' };

test('runs a thread only while there is something to renew', async () => {
  let beats = 0;
  const server = createServer((_request, response) => {
    beats += 1;
    response.end(JSON.stringify({ leases: [{ state: 'held' }] }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const access = { url: `http://127.0.0.1:${port}`, headers: {}, workerId: 'w' };
  const logger = createLogger({ name: 'test', level: 'error' });
  await using thread = startHeartbeatThread({
    client: { access: () => access },
    logger,
    keepMs: 100,
  });
  expect(countThreads()).toBe(0);
  thread.follow({ leases: [renewal], sessions: [] }, 50);
  await pollUntil('the thread stands in', () => thread.renewedAt() !== undefined);
  expect([countThreads(), beats > 0]).toEqual([1, true]);
  thread.follow({ leases: [], sessions: [] }, 50);
  await pollUntil('the thread has ended', () => countThreads() === 0);
  thread.follow({ leases: [], sessions: ['s'] }, 50);
  await pollUntil('another thread has started', () => countThreads() === 1);
  server.close();
  server.closeAllConnections();
});

/** Threads of other tests may still be ending. */
function countThreads(): number {
  const { workers } = process.report.getReport() as unknown as {
    readonly workers: readonly { readonly header: { readonly event: string } }[];
  };
  return workers.filter(({ header }) => header.event.includes(`[${THREAD_NAME}]`)).length;
}
