import { defineRoute } from '../http/define-route.ts';
import { readTime } from '../http/read-time.ts';
import { TASK_STATUSES } from '../task-rows/task-status.ts';
import { readTaskCursor, writeTaskCursor } from './task-order.ts';
import type { TaskStore } from './task-store.ts';

export const listTasks = defineRoute(
  'listTasks',
  async ({ tasks }: { readonly tasks: TaskStore }, { query, accountId }) => {
    const sort = query.sort ?? 'created';
    const page = await tasks.list(accountId, {
      statuses: query.status ?? TASK_STATUSES,
      endpointName: query.endpoint_name,
      recordingId: query.recording_id,
      workspaceId: query.workspace_id,
      errorClass: query.error_class,
      scheduleId: query.schedule_id,
      loginQueue: query.login_queue,
      isWaitingForHuman: query.waiting_for_human,
      createdAfter: readTime(['query', 'created_after'], query.created_after),
      createdBefore: readTime(['query', 'created_before'], query.created_before),
      completedAfter: readTime(['query', 'completed_after'], query.completed_after),
      completedBefore: readTime(['query', 'completed_before'], query.completed_before),
      text: query.q,
      sort,
      order: query.order,
      limit: query.limit ?? 50,
      after: readTaskCursor(sort, query.cursor),
    });
    return {
      status: 200,
      body: {
        success: true,
        tasks: [...page.tasks],
        next_cursor: page.next ? writeTaskCursor(sort, page.next) : null,
        total_estimate: page.total.count,
        total_is_exact: page.total.isExact,
      },
    };
  },
);
