import type { ApiClient } from '@errand/local-installation';
import type { JsonValue } from '@errand/foundation';
import { setTimeout as delay } from 'node:timers/promises';

const DEADLINE_MS = 120_000;
const POLL_INTERVAL_MS = 100;

/** The parts of a task's record that the tables use. */
export interface TaskRecord {
  readonly status: string;
  readonly error: string | null;
  readonly error_class: string | null;
  readonly output_data:
    | readonly { readonly unique_identifier?: string; readonly json_data?: JsonValue }[]
    | null;
  readonly steps: readonly StepRecord[];
}

export interface StepRecord {
  readonly node_path: string;
  /** ISO 8601, with milliseconds. */
  readonly started_at: string;
  readonly duration_ms: number;
  readonly waited_for: readonly string[] | null;
}

/** Submits a stored automation and waits until the task ends. `inputs` has a unique `run`. */
export async function runTask(
  api: ApiClient,
  endpointName: string,
  inputs: Readonly<Record<string, readonly string[]>>,
): Promise<{ readonly taskId: string; readonly task: TaskRecord }> {
  const submitted = await api.post('/api/v1/inference', {
    endpoint_name: endpointName,
    input_parameters: inputs,
    unique_parameter_names: ['run'],
  });
  const { task_id: taskId } = submitted as { readonly task_id: string };
  return { taskId, task: await untilEnded(api, taskId) };
}

async function untilEnded(api: ApiClient, taskId: string): Promise<TaskRecord> {
  const endsAt = performance.now() + DEADLINE_MS;
  for (;;) {
    const answer = await api.get(`/api/v1/tasks/${taskId}`);
    const { task } = answer as { readonly task: TaskRecord };
    if (['success', 'failed', 'cancelled'].includes(task.status)) return task;
    if (performance.now() > endsAt) {
      await api.post(`/api/v1/tasks/${taskId}/cancel`, {});
      throw new Error(`The task had not ended after ${DEADLINE_MS / 1_000} s.`);
    }
    await delay(POLL_INTERVAL_MS);
  }
}
