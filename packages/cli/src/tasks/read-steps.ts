import type { Errand, ErrandSchemas } from '@errand/client';

type Task = Pick<ErrandSchemas['TaskDetail'], 'task_id' | 'steps' | 'steps_truncated'>;

const PAGE = 1_000;

/** Returns the steps of all attempts, oldest first. A task is shown with the newest 1,000 only. */
export async function* stepsOf(
  errand: Errand,
  { task_id, steps, steps_truncated: isTruncated }: Task,
  signal: AbortSignal,
): AsyncGenerator<ErrandSchemas['TaskStep'], void, undefined> {
  if (!isTruncated) {
    yield* steps;
    return;
  }
  const query = { limit: PAGE };
  yield* errand.list('/api/v1/tasks/{task_id}/steps', { path: { task_id }, query, signal });
}
