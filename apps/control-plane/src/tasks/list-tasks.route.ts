import { defineRoute } from '../http/define-route.ts';
import { readTime } from '../http/read-time.ts';
import { readPlace, writePlace } from '../paging/place-cursor.ts';
import { TASK_STATUSES } from '../task-rows/task-status.ts';
import type { TaskStore } from './task-store.ts';

export const listTasks = defineRoute(
  'listTasks',
  async ({ tasks }: { readonly tasks: TaskStore }, { query, accountId }) => {
    const page = await tasks.list(accountId, {
      statuses: query.status ?? TASK_STATUSES,
      endpointName: query.endpoint_name,
      recordingId: query.recording_id,
      errorClass: query.error_class,
      loginQueue: query.login_queue,
      isWaitingForHuman: query.waiting_for_human,
      createdAfter: readTime(['query', 'created_after'], query.created_after),
      createdBefore: readTime(['query', 'created_before'], query.created_before),
      limit: query.limit ?? 50,
      after: readPlace(query.cursor),
    });
    const last = page.tasks.at(-1);
    return {
      status: 200,
      body: {
        success: true,
        tasks: [...page.tasks],
        next_cursor:
          page.hasMore && last
            ? writePlace({ createdAt: new Date(last.created_at), id: last.task_id })
            : null,
      },
    };
  },
);
