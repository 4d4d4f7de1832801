import type { ErrandSchemas } from '@errand/api-types';
import { openDeadline } from '@errand/foundation';
import { defineRoute } from '../http/define-route.ts';
import { DomainError } from '../http/domain-error.ts';
import { readTime } from '../http/read-time.ts';
import { requireReadScope } from '../http/require-read-scope.ts';
import {
  type BulkRetryDependencies,
  retryMatching,
  retryNamed,
  type RetryResult,
} from './retry-tasks.ts';
import { readTaskCursor, writeTaskCursor } from './task-order.ts';
import { writeRefusal } from './write-refusal.ts';

/** A proxy may cut off a client that waits longer. The response says whether tasks are left. */
const DEADLINE_MS = 10_000;

export const retryTasks = defineRoute(
  'retryTasks',
  async (dependencies: BulkRetryDependencies, { body, accountId, scopes, trace, signal }) => {
    using deadline = openDeadline(signal, DEADLINE_MS);
    const { changes = {} } = body;
    requireReadScope(scopes, { 'changes.task_callback_url': changes.task_callback_url });
    const bulk = { accountId, changes, trace, signal: deadline.signal };
    const { results, hasMore, next } =
      'task_ids' in body
        ? await retryNamed(dependencies, bulk, body.task_ids)
        : await retryMatching(dependencies, bulk, filterOf(body));
    const retried = results.flatMap(({ outcome }) =>
      outcome instanceof DomainError ? [] : outcome,
    );
    const alreadyRetried = retried.filter(({ isReplay }) => isReplay).length;
    return {
      status: 200,
      body: {
        success: true,
        retried_count: retried.length - alreadyRetried,
        already_retried_count: alreadyRetried,
        refused_count: results.length - retried.length,
        has_more: hasMore,
        next_cursor: next ? writeTaskCursor('created', next) : null,
        results: results.map(writeResult),
      },
    };
  },
  { isTraced: true },
);

function filterOf(body: ErrandSchemas['RetryByFilter']) {
  return {
    statuses: body.statuses,
    endpointName: body.endpoint_name,
    recordingId: body.recording_id,
    errorClass: body.error_class,
    workspaceId: body.workspace_id,
    scheduleId: body.schedule_id,
    loginQueue: body.login_queue,
    text: body.q,
    createdAfter: readTime(['body', 'created_after'], body.created_after),
    createdBefore: readTime(['body', 'created_before'], body.created_before),
    completedAfter: readTime(['body', 'completed_after'], body.completed_after),
    completedBefore: readTime(['body', 'completed_before'], body.completed_before),
    // Otherwise a repeated call would retry the retries of the first one once they have failed.
    isRetry: body.created_before === undefined ? false : undefined,
    after: readTaskCursor('created', body.cursor, 'body'),
  };
}

function writeResult({ retryOf, outcome }: RetryResult): ErrandSchemas['RetryResult'] {
  if (outcome instanceof DomainError) {
    return { retry_of: retryOf, outcome: 'refused', task_id: null, error: writeRefusal(outcome) };
  }
  const { taskId, isReplay } = outcome;
  const kind = isReplay ? 'already_retried' : 'retried';
  return { retry_of: retryOf, outcome: kind, task_id: taskId, error: null };
}
