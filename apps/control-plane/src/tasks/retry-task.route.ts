import { defineRoute } from '../http/define-route.ts';
import { claimRetry } from './claim-retry.ts';
import { AlreadyRetriedError } from './continuation-errors.ts';
import { prepareRetry, type RetryDependencies } from './prepare-retry.ts';

/**
 * A final task never changes, so a retry is a new task that refers to the old one. Its trace is that
 * of its own request, with a link to the old one.
 */
export const retryTask = defineRoute(
  'retryTask',
  async (dependencies: RetryDependencies, { params, body, accountId, trace, span, signal }) => {
    const retry = { taskId: params.task_id, changes: body ?? {} };
    const { task, oldTrace } = await prepareRetry(dependencies, accountId, retry);
    if (oldTrace) span?.link(oldTrace);
    const oldId = params.task_id.toLowerCase();
    // Two continuations of one failure would have its effects twice.
    const claim = task.continuation && claimRetry(oldId);
    const { taskId, isReplay } = await dependencies.tasks.submit(
      accountId,
      { ...task, traceContext: trace, claim },
      signal,
    );
    if (isReplay) throw new AlreadyRetriedError(oldId, taskId);
    return {
      status: 202,
      body: {
        success: true,
        message: 'A new task is queued.',
        task_id: taskId,
        retry_of: oldId,
      },
    };
  },
  { isTraced: true },
);
