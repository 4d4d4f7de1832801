import { defineRoute } from '../http/define-route.ts';
import { InvalidRequestError } from '../http/invalid-request-error.ts';
import { readCursor, writeCursor } from '../paging/page-cursor.ts';
import { TASK_STATUSES } from '../task-rows/task-status.ts';
import type { TaskStore } from './task-store.ts';

/** Submission time and id of the last task listed. */
const PLACE =
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z [0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

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
        tasks: [...page.tasks],
        next_cursor:
          page.hasMore && last ? writeCursor(`${last.created_at} ${last.task_id}`) : null,
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
