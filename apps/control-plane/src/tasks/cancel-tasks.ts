import type { Database } from '../database/connect-database.ts';
import { isUuid } from '../database/is-uuid.ts';
import type { JobQueue } from '../queue/job-queue.ts';
import type { TaskStatus } from '../task-rows/task-status.ts';
import { observeEnd, type Observer } from '../telemetry/observer.ts';
import { leaveTask } from '../transitions/leave-task.ts';
import { findOpenTasks, type OpenQuery, type OpenStatus } from './open-tasks-store.ts';

/** Which tasks of an account to cancel: the named ones, or all open ones that match. */
export type CancelSelection = { readonly taskIds: readonly string[] } | CancelFilter;

interface CancelFilter extends Omit<OpenQuery, 'statuses' | 'limit'> {
  /** Default all three. */
  readonly statuses?: readonly OpenStatus[] | undefined;
}

export interface CancelResult {
  readonly taskId: string;
  readonly outcome: 'cancelled' | 'cancel_requested' | 'already_final' | 'not_found';
  /** The task's status afterwards; null if it was not found. */
  readonly status: TaskStatus | null;
}

export interface BulkCancellation {
  readonly results: readonly CancelResult[];
  /** Whether the signal or the limit ended the call before all tasks were reached. */
  readonly hasMore: boolean;
}

/** Concurrent transactions: only a few, so that other requests of this process find connections. */
const LANES = 4;
const BATCH = 500;
/** Matches beyond this are left for another call. */
const MAX_MATCHES = 10_000;
const OPEN: readonly OpenStatus[] = ['queued', 'allocated', 'running'];

interface Dependencies {
  readonly database: Database;
  readonly queue: JobQueue;
  readonly observer?: Observer | undefined;
}

interface CancelScope {
  readonly accountId: string;
  readonly signal: AbortSignal;
}

/**
 * Cancels many tasks of one account, each in its own transaction, so that no lock is held for long.
 * When the signal fires, the remaining tasks are left unchanged; finished cancellations stay.
 */
export async function cancelTasks(
  dependencies: Dependencies,
  scope: CancelScope,
  selection: CancelSelection,
): Promise<BulkCancellation> {
  return 'taskIds' in selection
    ? cancelNamed(dependencies, scope, selection.taskIds)
    : cancelMatching(dependencies, scope, selection);
}

async function cancelNamed(
  dependencies: Dependencies,
  { accountId, signal }: CancelScope,
  taskIds: readonly string[],
): Promise<BulkCancellation> {
  const { rows } = await dependencies.database.pool.query<{ id: string }>(
    "SELECT id FROM tasks WHERE account_id = $1 AND id = ANY($2::uuid[]) AND kind = 'task'",
    [accountId, taskIds.filter(isUuid)],
  );
  const own = new Set(rows.map(({ id }) => id));
  // Report an id only once, even if it is given twice or in a different case.
  const asked = [...new Map(taskIds.map((taskId) => [taskId.toLowerCase(), taskId])).values()];
  const results = new Map<string, CancelResult>();
  await inLanes(asked, signal, async (taskId) => {
    const result = own.has(taskId.toLowerCase()) && (await cancelOne(dependencies, taskId, OPEN));
    results.set(taskId, result || { taskId, outcome: 'not_found', status: null });
  });
  const inOrder = asked.flatMap((taskId) => results.get(taskId) ?? []);
  return { results: inOrder, hasMore: inOrder.length < asked.length };
}

async function cancelMatching(
  dependencies: Dependencies,
  { accountId, signal }: CancelScope,
  filter: CancelFilter,
): Promise<BulkCancellation> {
  const statuses = filter.statuses ?? OPEN;
  const find = (limit: number): Promise<readonly string[]> =>
    findOpenTasks(dependencies.database, accountId, { ...filter, statuses, limit });
  return cancelFound(dependencies, { find, statuses, signal });
}

/**
 * Cancels what `find` returns until it returns nothing, at most 10,000 tasks. Skips a task whose
 * status no longer matches.
 */
export async function cancelFound(
  dependencies: Dependencies,
  selection: {
    readonly find: (limit: number) => Promise<readonly string[]>;
    readonly statuses: readonly OpenStatus[];
    readonly signal: AbortSignal;
  },
): Promise<BulkCancellation> {
  const { find, statuses, signal } = selection;
  const results: CancelResult[] = [];
  while (!signal.aborted && results.length < MAX_MATCHES) {
    const taskIds = await find(BATCH);
    if (taskIds.length === 0) return { results, hasMore: false };
    await inLanes(taskIds, signal, async (taskId) => {
      const result = await cancelOne(dependencies, taskId, statuses);
      if (result && result.outcome !== 'already_final') results.push(result);
    });
  }
  return { results, hasMore: (await find(1)).length > 0 };
}

class OutsideStatusesError extends Error {}

/**
 * Returns undefined, and changes nothing, if the task is open in a status not in `statuses`. The
 * status is certain only under the locks of the transition, so the transaction tries it and rolls
 * back.
 */
async function cancelOne(
  { database, queue, observer }: Dependencies,
  taskId: string,
  statuses: readonly OpenStatus[],
): Promise<CancelResult | undefined> {
  try {
    const result = await database.transaction(async (transaction) => {
      const { isDone, status } = await leaveTask(queue, transaction, {
        taskId,
        ending: 'cancelled',
      });
      if (status === null) return { taskId, outcome: 'not_found', status } as const;
      const before = isDone ? 'queued' : status;
      if (!isOpen(before)) return { taskId, outcome: 'already_final', status } as const;
      if (!statuses.includes(before)) throw new OutsideStatusesError();
      const outcome = isDone ? ('cancelled' as const) : ('cancel_requested' as const);
      return { taskId, outcome, status };
    });
    observeEnd(observer, { isDone: result.outcome === 'cancelled', status: result.status });
    return result;
  } catch (error) {
    if (error instanceof OutsideStatusesError) return undefined;
    throw error;
  }
}

function isOpen(status: TaskStatus): status is OpenStatus {
  return OPEN.some((open) => open === status);
}

/** Runs up to LANES items concurrently, until the signal fires or one throws. */
async function inLanes<Item>(
  items: readonly Item[],
  signal: AbortSignal,
  run: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = items.values();
  let isBroken = false;
  const runLane = async (): Promise<void> => {
    for (const item of waiting) {
      if (signal.aborted || isBroken) return;
      await run(item).catch((error: unknown) => {
        isBroken = true;
        throw error;
      });
    }
  };
  await Promise.all(Array.from({ length: LANES }, runLane));
}
