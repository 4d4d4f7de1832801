import { openDeadline } from '@errand/foundation';
import { defineRoute } from '../http/define-route.ts';
import { readTime } from '../http/read-time.ts';
import type { CancelResult } from './cancel-tasks.ts';
import type { TaskStore } from './task-store.ts';

/** A proxy may cut off a client that waits longer. The response says whether tasks are left. */
const DEADLINE_MS = 10_000;

export const cancelTasks = defineRoute(
  'cancelTasks',
  async ({ tasks }: { readonly tasks: TaskStore }, { body, accountId, signal }) => {
    const selection =
      'task_ids' in body
        ? { taskIds: body.task_ids }
        : {
            endpointName: body.endpoint_name,
            recordingId: body.recording_id,
            workspaceId: body.workspace_id,
            scheduleId: body.schedule_id,
            loginQueue: body.login_queue,
            isWaitingForHuman: body.waiting_for_human,
            text: body.q,
            statuses: body.statuses,
            createdAfter: readTime(['body', 'created_after'], body.created_after),
            createdBefore: readTime(['body', 'created_before'], body.created_before),
          };
    using deadline = openDeadline(signal, DEADLINE_MS);
    const { results, hasMore } = await tasks.cancelMany(accountId, selection, deadline.signal);
    const count = (outcome: CancelResult['outcome']): number =>
      results.filter((result) => result.outcome === outcome).length;
    return {
      status: 200,
      body: {
        success: true,
        cancelled_count: count('cancelled'),
        cancel_requested_count: count('cancel_requested'),
        already_final_count: count('already_final'),
        not_found_count: count('not_found'),
        has_more: hasMore,
        results: results.map(({ taskId, outcome, status }) => ({
          task_id: taskId,
          outcome,
          status,
        })),
      },
    };
  },
);
