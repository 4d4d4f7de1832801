import { defineRoute } from '../http/define-route.ts';
import { TaskEndedError } from './task-ended-error.ts';
import type { TaskStore } from './task-store.ts';

/**
 * Cancels a waiting task immediately. A worker that holds the task learns of it from its next
 * heartbeat and stops.
 */
export const cancelTask = defineRoute(
  'cancelTask',
  async ({ tasks }: { readonly tasks: TaskStore }, { params, accountId }) => {
    const { status } = await tasks.cancel(accountId, params.task_id);
    if (status === 'success' || status === 'failed')
      throw new TaskEndedError(params.task_id, status);
    // Read the task again: a worker's report may have made it final in between.
    const task = await tasks.get(accountId, params.task_id);
    if (task.status === 'cancelled') {
      return { status: 200, body: { success: true, message: 'The task is cancelled.', task } };
    }
    return {
      status: 202,
      body: { success: true, message: 'The cancellation is requested.', task },
    };
  },
);
