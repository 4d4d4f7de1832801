import type { Database } from '../database/connect-database.ts';
import { findTarget, type FoundTarget } from '../pauses/pause-target.ts';
import type { PauseTarget } from '../pauses/pause.ts';
import type { JobQueue } from '../queue/job-queue.ts';
import type { Observer } from '../telemetry/observer.ts';
import { cancelFound } from './cancel-tasks.ts';

/** How many waiting tasks a purge counts or ends in one call. */
const MOST = 10_000;

export interface Purged {
  /** Waiting tasks before the purge, at most 10,000. */
  readonly waiting: number;
  /** Number of cancelled tasks; 0 for a dry run. */
  readonly cancelled: number;
  /** Whether the signal or the limit left waiting tasks. */
  readonly hasMore: boolean;
}

interface Dependencies {
  readonly database: Database;
  readonly queue: JobQueue;
  readonly observer?: Observer | undefined;
}

/**
 * Cancels the waiting tasks of an account, a portal or a login queue, each in its own transaction
 * with its callback. Running tasks and debug sessions continue. When the signal fires, the rest
 * keep waiting. Safe to repeat. Throws AccountNotFoundError, PortalNotFoundError,
 * LoginQueueNotFoundError.
 */
export async function purgeTasks(
  dependencies: Dependencies,
  target: PauseTarget,
  { isDryRun, signal }: { readonly isDryRun: boolean; readonly signal: AbortSignal },
): Promise<Purged> {
  const { database } = dependencies;
  const found = await database.transaction((transaction) => findTarget(transaction, target));
  const find = (limit: number): Promise<readonly string[]> => findWaiting(database, found, limit);
  const waiting = (await find(MOST)).length;
  if (isDryRun) return { waiting, cancelled: 0, hasMore: waiting === MOST };
  const { results, hasMore } = await cancelFound(dependencies, {
    find,
    statuses: ['queued'],
    signal,
  });
  return { waiting, cancelled: results.length, hasMore };
}

const COLUMNS = { account: 'account_id', portal: 'portal_id', login_queue: 'login_queue_id' };

async function findWaiting(
  { pool }: Database,
  { kind, id }: FoundTarget,
  limit: number,
): Promise<readonly string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id FROM tasks WHERE ${COLUMNS[kind]} = $1 AND status = 'queued' AND NOT is_local
       AND kind = 'task' LIMIT $2`,
    [id, limit],
  );
  return rows.map((row) => row.id);
}
