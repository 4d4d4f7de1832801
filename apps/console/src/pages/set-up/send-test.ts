import { dataOf, type Errand, type ErrandSchemas } from '@errand/client';
import { pause } from '../../api/pause.ts';

export type Delivery = ErrandSchemas['Delivery'];

const PATIENCE_MS = 20_000;
const PACE_MS = 300;

/**
 * Sends the result of the last task that succeeded or failed to the URL; returns the response to
 * the first attempt. Throws if there is no such task, or nothing was sent in time or before the
 * signal.
 */
export async function sendTest(
  errand: Errand,
  url: string,
  signal: AbortSignal,
): Promise<Delivery> {
  const taskId = await findEndedTask(errand, signal);
  const params = { path: { task_id: taskId } };
  const read = async () => {
    const answer = await dataOf(
      errand.api.GET('/api/v1/tasks/{task_id}/deliveries', {
        params,
        cache: 'no-store',
        signal,
      }),
    );
    return answer.deliveries;
  };
  const known = new Set((await read()).map(({ delivery_id: id }) => id));
  const body = { task_id: taskId, task_callback_url: url };
  await dataOf(errand.api.POST('/api/v1/initiate_callback', { body, signal }));
  const deadline = performance.now() + PATIENCE_MS;
  while (performance.now() < deadline) {
    const sent = (await read()).find(({ delivery_id: id }) => !known.has(id));
    if (sent && sent.attempts > 0) return sent;
    await pause(PACE_MS, signal);
  }
  throw new Error('Nothing was sent within 20 seconds. Look at Deliveries for its state.');
}

async function findEndedTask(errand: Errand, signal: AbortSignal): Promise<string> {
  const status = ['success' as const, 'failed' as const];
  const params = { query: { status, sort: 'completed' as const, limit: 1 } };
  const { tasks } = await dataOf(errand.api.GET('/api/v1/tasks', { params, signal }));
  const [task] = tasks;
  if (!task)
    throw new Error('No task has ended yet, so there is no result to send: run one first.');
  return task.task_id;
}
