import { randomUUID } from 'node:crypto';
import type { WorkerClient } from './speak-worker.ts';

type Lease = Awaited<ReturnType<WorkerClient['claim']>>;

/** Claims a task, starts it and makes it wait for a person. */
export async function beginWait(
  worker: WorkerClient,
  options: { readonly maxWaitSeconds?: number } = {},
): Promise<{ readonly lease: Lease; readonly waitId: string }> {
  const lease = await worker.claim();
  await worker.report(lease, 'start').expect(200);
  const waitId = randomUUID();
  const wait = { wait_id: waitId, ...whatFor, max_wait_seconds: options.maxWaitSeconds ?? 60 };
  await worker.report(lease, 'human-wait', wait).expect(200);
  return { lease, waitId };
}

export const whatFor = { node_path: 'nodes[3]', page_url: 'https://portal.example/login' };
