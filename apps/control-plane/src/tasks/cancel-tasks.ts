import type { Database } from '../database/connect-database.ts';
import { isUuid } from '../database/is-uuid.ts';
import type { JobQueue } from '../queue/job-queue.ts';
import type { TaskStatus } from '../task-rows/task-status.ts';
import { leaveTask } from '../transitions/leave-task.ts';

type OpenStatus = 'queued' | 'allocated' | 'running';

/** Which tasks of an account to cancel: these, or all open ones that match. */
export type CancelSelection =
  | { readonly taskIds: readonly string[] }
  | {
      readonly endpointName?: string | undefined;
      /** Default all three. */
      readonly statuses?: readonly OpenStatus[] | undefined;
    };

export interface CancelResult {
  readonly taskId: string;
  readonly outcome: 'cancelled' | 'cancel_requested' | 'already_final' | 'not_found';
  /** State of the task afterwards; null when it was not found. */
  readonly status: TaskStatus | null;
}

export interface BulkCancellation {
  readonly results: readonly CancelResult[];
  /** Whether the signal or the limit ended it before all were reached. */
  readonly hasMore: boolean;
}

/** Transactions at once: a few, so that other requests of this process find connections. */
const LANES = 4;
const BATCH = 500;
/** More than these are left for another call. */
const MAX_MATCHES = 10_000;
const OPEN: readonly OpenStatus[] = ['queued', 'allocated', 'running'];

interface Dependencies {
  readonly database: Database;
  readonly queue: JobQueue;
}

interface CancelScope {
  readonly accountId: string;
  readonly signal: AbortSignal;
}

/**
 * Cancels many tasks of one account, each in a transaction of its own, so that no lock is held for long. What the signal
 * cuts off is left as it was; what is done is done.
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
    'SELECT id FROM tasks WHERE account_id = $1 AND id = ANY($2::uuid[])',
    [accountId, taskIds.filter(isUuid)],
  );
  const own = new Set(rows.map(({ id }) => id));
  // An id given twice is answered once, and ids differ by more than the case of their letters.
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
  filter: Exclude<CancelSelection, { readonly taskIds: unknown }>,
): Promise<BulkCancellation> {
  const statuses = filter.statuses ?? OPEN;
  const find = (limit: number): Promise<readonly string[]> =>
    findOpen(dependencies.database, accountId, { ...filter, statuses, limit });
  const results: CancelResult[] = [];
  while (!signal.aborted && results.length < MAX_MATCHES) {
    const taskIds = await find(BATCH);
    if (taskIds.length === 0) return { results, hasMore: false };
    await inLanes(taskIds, signal, async (taskId) => {
      const result = await cancelOne(dependencies, taskId, statuses);
      // It may have left the states that were asked for since it was found.
      if (result && result.outcome !== 'already_final') results.push(result);
    });
  }
  return { results, hasMore: (await find(1)).length > 0 };
}

/** Tasks that can be cancelled and are not marked yet. By index, also when an endpoint has few among many others. */
async function findOpen(
  { pool }: Database,
  accountId: string,
  filter: {
    readonly endpointName?: string | undefined;
    readonly statuses: readonly OpenStatus[];
    readonly limit: number;
  },
): Promise<readonly string[]> {
  const { endpointName, statuses, limit } = filter;
  const ofEndpoint = endpointName === undefined ? '' : 'AND endpoint_name = $4';
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id FROM tasks WHERE account_id = $1 AND status = ANY($2::task_status[]) ${ofEndpoint}
       AND status IN ('queued', 'allocated', 'running') AND cancel_requested_at IS NULL LIMIT $3`,
    [accountId, statuses, limit, ...(endpointName === undefined ? [] : [endpointName])],
  );
  return rows.map(({ id }) => id);
}

class OutsideStatusesError extends Error {}

/**
 * Undefined when the task is open in another state than these: then nothing is changed. The state is decided under the
 * locks of the transition, hence the transaction finds out by trying.
 */
async function cancelOne(
  { database, queue }: Dependencies,
  taskId: string,
  statuses: readonly OpenStatus[],
): Promise<CancelResult | undefined> {
  try {
    return await database.transaction(async (transaction) => {
      const { isDone, status } = await leaveTask(queue, transaction, {
        taskId,
        ending: 'cancelled',
      });
      if (status === null) return { taskId, outcome: 'not_found', status };
      const before = isDone ? 'queued' : status;
      if (!isOpen(before)) return { taskId, outcome: 'already_final', status };
      if (!statuses.includes(before)) throw new OutsideStatusesError();
      return { taskId, outcome: isDone ? 'cancelled' : 'cancel_requested', status };
    });
  } catch (error) {
    if (error instanceof OutsideStatusesError) return undefined;
    throw error;
  }
}

function isOpen(status: TaskStatus): status is OpenStatus {
  return OPEN.some((open) => open === status);
}

/** Some at once, the next one as soon as one is done, until the signal fires or one throws. */
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
