import type { JsonValue } from '@errand/foundation';
import { defineRoute } from '../http/define-route.ts';
import { requireReadScope } from '../http/require-read-scope.ts';
import type { IdempotentSubmission } from '../transitions/idempotency-key.ts';
import { claimRetry, lockRetries } from './claim-retry.ts';
import { AlreadyRetriedError } from './continuation-errors.ts';
import { prepareRetry, type RetryChanges, type RetryDependencies } from './prepare-retry.ts';
import { submitRetry } from './submit-retry.ts';
import type { TaskStore } from './task-store.ts';

interface Dependencies extends RetryDependencies {
  readonly tasks: RetryDependencies['tasks'] & Pick<TaskStore, 'findReplay'>;
}

/**
 * A final task never changes, so a retry is a new task that refers to the old one. Its trace is
 * that of its own request, with a link to the old trace.
 */
export const retryTask = defineRoute(
  'retryTask',
  async (dependencies: Dependencies, request) => {
    const { params, headers, body, accountId, scopes, trace, span, signal } = request;
    const { tasks } = dependencies;
    const oldId = params.task_id.toLowerCase();
    const changes = body ?? {};
    requireReadScope(scopes, { task_callback_url: changes.task_callback_url });
    const idempotency = idempotencyOf(headers['idempotency-key'], { retry_of: oldId, changes });
    const findReplay = async () => idempotency && tasks.findReplay(accountId, idempotency);
    // Checked before the old task and its recording are read, as both may have changed since.
    const earlier = await findReplay();
    if (earlier !== undefined) return accept(oldId, { taskId: earlier, isReplay: true });

    const retry = { taskId: params.task_id, changes };
    const { task, oldTrace } = await prepareRetry(dependencies, accountId, retry);
    if (oldTrace) span?.link(oldTrace);
    // Two continuations of one failure would repeat its effects.
    const isOnly = task.continuation !== undefined;
    const claim = isOnly ? claimRetry(oldId) : lockRetries(oldId);
    const submission = { ...task, traceContext: trace, idempotency, claim };
    const prepared = { retryOf: params.task_id, task: submission, signal };
    const stored = await submitRetry(tasks, accountId, prepared);
    if (stored.isReplay && isOnly && (await findReplay()) !== stored.taskId) {
      throw new AlreadyRetriedError(oldId, stored.taskId);
    }
    return accept(oldId, stored);
  },
  { isTraced: true },
);

function idempotencyOf(
  key: string | undefined,
  body: { readonly retry_of: string; readonly changes: RetryChanges },
): IdempotentSubmission | undefined {
  // The changes were parsed from JSON.
  return key === undefined ? undefined : { key, body: body as unknown as JsonValue };
}

function accept(
  oldId: string,
  { taskId, isReplay }: { readonly taskId: string; readonly isReplay: boolean },
) {
  return {
    status: 202 as const,
    headers: isReplay ? { 'idempotent-replayed': 'true' } : {},
    body: {
      success: true as const,
      message: 'A new task is queued.',
      task_id: taskId,
      retry_of: oldId,
    },
  };
}
