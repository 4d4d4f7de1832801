import type { ApiClient } from '@errand/local-installation';
import { pollUntil } from '@errand/test-kit';
import { z } from 'zod';
import type { HardenedTask } from './tasks.ts';

const DEADLINE_MS = 180_000;
const submitted = z.object({ task_id: z.string() });
const detail = z.object({
  task: z.object({ status: z.string(), error: z.string().nullish(), retry_count: z.number() }),
});
const downloads = z.object({
  downloads: z.array(z.object({ filename: z.string(), size: z.number(), url: z.string() })),
});

/** Stores the task's recording and submits it. Returns its id. */
export async function submitTask(api: ApiClient, task: HardenedTask): Promise<string> {
  await api.post('/api/v1/update_example', {
    endpoint_name: task.name,
    description: task.name,
    automation: task.automation,
  });
  const answer = await api.post('/api/v1/inference', {
    endpoint_name: task.name,
    input_parameters: task.inputs,
    unique_parameter_names: [],
    ...task.submission,
  });
  return submitted.parse(answer).task_id;
}

export async function readTask(api: ApiClient, id: string) {
  return detail.parse(await api.get(`/api/v1/tasks/${id}`)).task;
}

export function untilEnded(api: ApiClient, id: string) {
  return pollUntil(
    `the task ${id} ends`,
    async () => {
      const found = await readTask(api, id);
      return ['success', 'failed', 'cancelled'].includes(found.status) ? found : undefined;
    },
    { deadlineMs: DEADLINE_MS },
  );
}

export async function listFiles(api: ApiClient, id: string) {
  return downloads.parse(await api.get(`/api/v1/get_downloads?task_id=${id}`)).downloads;
}

/** Runs the task and reports how it ended and which files it left. */
export async function runTask(api: ApiClient, task: HardenedTask) {
  const id = await submitTask(api, task);
  const ended = await untilEnded(api, id);
  const files = await listFiles(api, id);
  const listed = files.map(({ filename, size }) => `${filename} ${size} B`).join(', ');
  const isComplete = task.files.every((name) =>
    files.some(({ filename, size }) => filename.endsWith(name) && size > 0),
  );
  const effect = await task.effect?.read();
  const change = task.effect === undefined ? '' : `, wrote "${effect ?? ''}"`;
  return {
    check: `task ${task.name}`,
    result: `${ended.status}, ${ended.retry_count} retries, ${ended.error ?? listed}${change}`,
    good: ended.status === 'success' && isComplete && effect === task.effect?.wanted,
  };
}
