import type { ErrandSchemas } from '@errand/api-types';
import { defineRoute } from '../http/define-route.ts';
import { InvalidRequestError } from '../http/invalid-request-error.ts';
import { readCursor, writeCursor } from '../paging/page-cursor.ts';
import { taskStatuses } from '../task-rows/task-status.ts';
import { toTaskStatusData, toWaitingForHuman } from './task-status-data.ts';
import type { TaskStore } from './task-store.ts';
import type { ListedTask } from './task.ts';

/** Submission time and id of the last task listed. */
const PLACE =
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z [0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const listTasks = defineRoute(
  'listTasks',
  async ({ tasks }: { readonly tasks: TaskStore }, { query, accountId }) => {
    const page = await tasks.list(accountId, {
      statuses: query.status ?? taskStatuses,
      endpointName: query.endpoint_name,
      loginQueue: query.login_queue,
      isWaitingForHuman: query.waiting_for_human,
      createdAfter: readTime('created_after', query.created_after),
      createdBefore: readTime('created_before', query.created_before),
      limit: query.limit ?? 50,
      after: readPlace(query.cursor),
    });
    const last = page.tasks.at(-1);
    return {
      status: 200,
      body: {
        success: true,
        tasks: page.tasks.map(toWire),
        next_cursor:
          page.hasMore && last
            ? writeCursor(`${last.createdAt.toISOString()} ${last.taskId}`)
            : null,
      },
    };
  },
);

/** The schema accepts a leap second, which Date cannot parse. */
function readTime(name: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const time = new Date(text);
  if (!Number.isNaN(time.getTime())) return time;
  const msg = `is "${text}": give a time such as 2026-03-01T00:00:00Z`;
  throw new InvalidRequestError([{ loc: ['query', name], msg, type: 'format' }]);
}

function readPlace(cursor: string | undefined): { createdAt: Date; id: string } | undefined {
  const [time, id] = readCursor(cursor, isPlace)?.split(' ') ?? [];
  return time === undefined || id === undefined ? undefined : { createdAt: new Date(time), id };
}

function isPlace(text: string): boolean {
  const [time = ''] = text.split(' ');
  const date = new Date(time);
  // Some strings only look like a time, such as the 30th of February.
  return PLACE.test(text) && !Number.isNaN(date.getTime()) && date.toISOString() === time;
}

function toWire(task: ListedTask): ErrandSchemas['ListedTask'] {
  return {
    ...toTaskStatusData(task),
    created_at: task.createdAt.toISOString(),
    error_class: task.errorClass,
    error_node_path: task.errorNodePath,
    http_status: task.httpStatus,
    endpoint_name: task.endpointName,
    recording_id: task.recordingId,
    priority: task.priority,
    retry_count: task.retryCount,
    cancel_requested: task.isCancelRequested,
    waiting_for_human: toWaitingForHuman(task.waitingForHuman),
  };
}
