import { defineRoute } from '../http/define-route.ts';
import { TaskEndedError } from './task-ended-error.ts';
import { toTaskStatusData } from './task-status-data.ts';

/** Final at once in every state; a worker that holds the task learns it from its next heartbeat. */
export const cancelTask = defineRoute('cancelTask', async ({ tasks }, { params, accountId }) => {
  const { status } = await tasks.cancel(accountId, params.task_id);
  if (status !== 'cancelled') throw new TaskEndedError(params.task_id, status);
  const task = await tasks.get(accountId, params.task_id);
  return {
    status: 200,
    body: { success: true, message: 'The task is cancelled.', task: toTaskStatusData(task) },
  };
});
