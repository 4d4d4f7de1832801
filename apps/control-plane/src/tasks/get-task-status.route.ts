import { defineRoute } from '../http/define-route.ts';
import type { TaskStore } from './task-store.ts';

export const getTaskStatus = defineRoute(
  'getTaskStatus',
  async ({ tasks }: { readonly tasks: TaskStore }, { body, accountId }) => {
    if (typeof body.task_id === 'string') {
      const task = await tasks.get(accountId, body.task_id);
      return { status: 200, body: { success: true, task } };
    }
    // Report an id only once, even if it is given twice or in a different case.
    const taskIds = [...new Set(body.task_id)];
    const found = await tasks.find(accountId, taskIds);
    const byId = new Map(found.map((task) => [task.task_id, task]));
    const inOrder = [...new Set(taskIds.map((id) => byId.get(id.toLowerCase())))].filter(
      (task) => task !== undefined,
    );
    return {
      status: 200,
      body: {
        success: true,
        tasks: inOrder,
        found_task_count: inOrder.length,
        not_found_task_ids: taskIds.filter((id) => !byId.has(id.toLowerCase())),
      },
    };
  },
);
