import { defineRoute } from '../http/define-route.ts';
import type { TaskStore } from './task-store.ts';

export const getTaskStatusByQuery = defineRoute(
  'getTaskStatusByQuery',
  async ({ tasks }: { readonly tasks: TaskStore }, { query, accountId }) => {
    const task = await tasks.get(accountId, query.task_id);
    return { status: 200, body: { success: true, task } };
  },
);
