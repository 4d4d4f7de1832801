import { defineRoute } from '../http/define-route.ts';
import type { TaskStore } from './task-store.ts';

export const deleteTask = defineRoute(
  'deleteTask',
  async ({ tasks }: { readonly tasks: TaskStore }, { params, accountId }) => {
    await tasks.delete(accountId, params.task_id);
    return { status: 200, body: { success: true, message: 'The task is deleted.' } };
  },
);
