import type { TraceContext } from '@errand/tracing';
import { isUuid } from '../database/is-uuid.ts';
import type { DomainError } from '../http/domain-error.ts';
import { TaskNotFoundError } from '../task-rows/task-not-found-error.ts';
import { claimRetry } from './claim-retry.ts';
import { isRefusal } from './is-refusal.ts';
import { prepareRetry, type RetryChanges, type RetryDependencies } from './prepare-retry.ts';
import { submitRetry } from './submit-retry.ts';
import type { TaskPlace } from './task-order.ts';
import type { PreviewedTask, TaskQuery } from './task.ts';
import type { TaskStore } from './task-store.ts';

const MAX_TASKS = 1_000;
const PAGE = 100;
/** Concurrent retries: only a few, so that other requests of this process find connections. */
const LANES = 4;

export interface BulkRetryDependencies extends RetryDependencies {
  readonly tasks: RetryDependencies['tasks'] & Pick<TaskStore, 'list' | 'findRetries'>;
}

/** What a bulk retry does to each task. */
interface BulkRetry {
  readonly accountId: string;
  readonly changes: RetryChanges;
  readonly trace: TraceContext | undefined;
  /** Ends the call. Every returned result has taken effect. */
  readonly signal: AbortSignal;
}

export interface RetryResult {
  /** The id as written by the client. */
  readonly retryOf: string;
  /** The new task, or why there is none. */
  readonly outcome: { readonly taskId: string; readonly isReplay: boolean } | DomainError;
}

export interface BulkRetryAnswer {
  readonly results: readonly RetryResult[];
  readonly hasMore: boolean;
  /** Where the next call with the same filter continues: after the last task that was reached. */
  readonly next?: TaskPlace | undefined;
}

/** Retries each task that has no retry yet, in the given order. */
export async function retryNamed(
  dependencies: BulkRetryDependencies,
  bulk: BulkRetry,
  taskIds: readonly string[],
): Promise<BulkRetryAnswer> {
  // Report an id only once, even if it is given twice or in a different case.
  const asked = [...new Map(taskIds.map((taskId) => [taskId.toLowerCase(), taskId])).values()];
  const results = await retryAll(dependencies, bulk, asked);
  return { results, hasMore: results.length < asked.length };
}

/** Retries each matching task that has no retry yet, newest first, at most 1,000. */
export async function retryMatching(
  dependencies: BulkRetryDependencies,
  bulk: BulkRetry,
  query: Omit<TaskQuery, 'limit' | 'sort' | 'order'>,
): Promise<BulkRetryAnswer> {
  const results: RetryResult[] = [];
  let { after } = query;
  while (!bulk.signal.aborted && results.length < MAX_TASKS) {
    const page = await dependencies.tasks.list(bulk.accountId, { ...query, after, limit: PAGE });
    const ids = page.tasks.map(({ task_id: taskId }) => taskId);
    const done = await retryAll(dependencies, bulk, ids);
    results.push(...done);
    if (done.length < ids.length) {
      const last = page.tasks[done.length - 1];
      return { results, hasMore: true, next: last ? placeOf(last) : after };
    }
    if (!page.next) return { results, hasMore: false };
    after = page.next;
  }
  return { results, hasMore: true, next: after };
}

const placeOf = ({ created_at: key, task_id: id }: PreviewedTask): TaskPlace => ({ key, id });

/** Results for the first of the tasks, up to where the signal fired. */
async function retryAll(
  dependencies: BulkRetryDependencies,
  bulk: BulkRetry,
  taskIds: readonly string[],
): Promise<readonly RetryResult[]> {
  // Looked up first, because a task with a retry may no longer be retryable itself.
  const known = await dependencies.tasks.findRetries(
    bulk.accountId,
    taskIds.map((id) => id.toLowerCase()).filter(isUuid),
  );
  const retry = async (retryOf: string): Promise<RetryResult> => {
    const taskId = known.get(retryOf.toLowerCase());
    if (taskId !== undefined) return { retryOf, outcome: { taskId, isReplay: true } };
    return retryOne(dependencies, bulk, retryOf);
  };
  const results: RetryResult[] = [];
  for (let start = 0; start < taskIds.length && !bulk.signal.aborted; start += LANES) {
    const group = taskIds.slice(start, start + LANES);
    results.push(...(await Promise.all(group.map(retry))));
  }
  return results;
}

/** Throws errors that affect more than this task, such as an unreachable database. */
async function retryOne(
  dependencies: BulkRetryDependencies,
  { accountId, changes, trace }: BulkRetry,
  retryOf: string,
): Promise<RetryResult> {
  try {
    if (!isUuid(retryOf)) throw new TaskNotFoundError(retryOf);
    const { task } = await prepareRetry(dependencies, accountId, { taskId: retryOf, changes });
    const claim = claimRetry(retryOf.toLowerCase());
    const submission = { ...task, traceContext: trace, claim };
    const outcome = await submitRetry(dependencies.tasks, accountId, { retryOf, task: submission });
    return { retryOf, outcome };
  } catch (error) {
    if (isRefusal(error)) return { retryOf, outcome: error };
    throw error;
  }
}
