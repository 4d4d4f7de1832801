import type { ErrandSchemas } from '@errand/api-types';
import { defineRoute } from '../http/define-route.ts';
import { type TaskStatus, TASK_STATUSES } from '../task-rows/task-status.ts';
import type { TaskStore } from '../tasks/task-store.ts';
import type { ListedTask } from '../tasks/task.ts';
import type { InferenceRequestStore, OlderTaskView } from './inference-request-store.ts';

type Summary = ErrandSchemas['InferenceRequestSummary'];

const MAX_REQUESTS = 1_000;

const OLDER_STATUSES: Readonly<Record<TaskStatus, Summary['status']>> = {
  queued: 'started',
  allocated: 'started',
  running: 'running',
  success: 'completed',
  failed: 'completed',
  cancelled: 'completed',
};

export const listInferenceRequests = defineRoute(
  'listInferenceRequests',
  async (
    {
      tasks,
      inferenceRequests,
    }: { readonly tasks: TaskStore; readonly inferenceRequests: InferenceRequestStore },
    { accountId },
  ) => {
    const page = await tasks.list(accountId, { statuses: TASK_STATUSES, limit: MAX_REQUESTS });
    const views = await inferenceRequests.read(page.tasks);
    const requests = page.tasks.map((task) => toSummary(task, views.get(task.task_id)));
    return { status: 200, body: { success: true, total_requests: requests.length, requests } };
  },
);

function toSummary(task: ListedTask, view: OlderTaskView | undefined): Summary {
  const error = task.status === 'cancelled' ? 'The task was cancelled.' : task.error;
  return {
    success: task.status !== 'failed' && task.status !== 'cancelled',
    task_id: task.task_id,
    status: OLDER_STATUSES[task.status],
    end_point: task.endpoint_name,
    goal: view?.goal ?? '',
    created_at: task.created_at,
    ...(task.completed_at === null ? {} : { completed_at: task.completed_at }),
    ...(typeof view?.result === 'string' ? { result: view.result } : {}),
    ...(typeof view?.progress === 'number' ? { progress: view.progress } : {}),
    ...(error === null ? {} : { error }),
  };
}
