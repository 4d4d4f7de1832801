import { dataOf, type Errand, type ErrandSchemas } from '@errand/client';

export type Delivery = ErrandSchemas['Delivery'];

const PATIENCE_MS = 20_000;
const PACE_MS = 300;

/**
 * Sends the result of the task that ended last to the URL; returns what came back of the first try.
 * Throws if no task has ended, or nothing was sent in time.
 */
export async function sendTest(errand: Errand, url: string): Promise<Delivery> {
  const taskId = await findEndedTask(errand);
  const params = { path: { task_id: taskId } };
  const read = async () => {
    const answer = await dataOf(
      errand.api.GET('/api/v1/tasks/{task_id}/deliveries', { params, cache: 'no-store' }),
    );
    return answer.deliveries;
  };
  const known = new Set((await read()).map(({ delivery_id: id }) => id));
  const body = { task_id: taskId, task_callback_url: url };
  await dataOf(errand.api.POST('/api/v1/initiate_callback', { body }));
  const deadline = performance.now() + PATIENCE_MS;
  while (performance.now() < deadline) {
    const sent = (await read()).find(({ delivery_id: id }) => !known.has(id));
    if (sent && sent.attempts > 0) return sent;
    await new Promise((resolve) => setTimeout(resolve, PACE_MS));
  }
  throw new Error(
    'Nothing was sent within 20 seconds. The page Deliveries shows what becomes of it.',
  );
}

async function findEndedTask(errand: Errand): Promise<string> {
  const query = { status: ['success' as const, 'failed' as const], limit: 1 };
  const { tasks } = await dataOf(errand.api.GET('/api/v1/tasks', { params: { query } }));
  const [task] = tasks;
  if (!task)
    throw new Error('No task has ended yet, so there is no result to send: run one first.');
  return task.task_id;
}
