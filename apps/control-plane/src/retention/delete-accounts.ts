import type { Logger } from '@errand/app-runtime';
import type { Database } from '../database/connect-database.ts';
import type { Transaction } from '../database/transaction.ts';
import type { JobQueue } from '../queue/job-queue.ts';
import { IS_FINAL } from '../task-rows/task-status.ts';
import { deleteTaskRows, NOTHING_PENDING } from '../tasks/delete-tasks.ts';
import { observeEnd, type Observer } from '../telemetry/observer.ts';
import { leaveTask } from '../transitions/leave-task.ts';

/** Tasks cancelled in one pass, each in its own transaction. */
const CANCELLATIONS = 100;
/** Tasks deleted in one transaction. */
const BATCH = 100;
/** Rows of one table deleted in one statement. */
const ROWS = 10_000;
/** Receivers get the results of cancelled tasks for this long, and no longer. */
const DELIVERY_TIME = "interval '1 hour'";

interface Parts {
  readonly database: Database;
  readonly queue: JobQueue;
  readonly logger: Logger;
  readonly observer?: Observer | undefined;
}

/**
 * Advances every requested deletion of an account by one pass: cancels its open tasks, deletes a
 * batch of those that have ended, closes its warm sessions, and, once none of these remain, deletes
 * all other rows. Every step is safe to repeat and finds its work in the remaining rows, so a crash
 * loses nothing. Returns whether more can be deleted now. Several processes may run it.
 */
export async function deleteAccounts(parts: Parts): Promise<boolean> {
  const { rows } = await parts.database.pool.query<{ account_id: string }>(
    'SELECT account_id FROM account_deletions WHERE finished_at IS NULL ORDER BY requested_at',
  );
  let hasMore = false;
  for (const { account_id: accountId } of rows) {
    try {
      hasMore = (await continueDeletion(parts, accountId)) || hasMore;
    } catch (error) {
      // The other accounts are still deleted; this one is retried in the next pass.
      parts.logger.error('deleting an account failed', { accountId, error });
    }
  }
  return hasMore;
}

async function continueDeletion(parts: Parts, accountId: string): Promise<boolean> {
  const { database, logger } = parts;
  const cancelled = await cancelOpen(parts, accountId);
  const deleted = await database.transaction((transaction) => deleteBatch(transaction, accountId));
  if (cancelled + deleted > 0) {
    logger.info('deleting an account', { accountId, cancelled, deleted });
  }
  if (cancelled === CANCELLATIONS || deleted === BATCH) return true;
  if (await deleteRows(database, accountId)) return true;
  await closeSessions(database, accountId);
  const isGone = await database.transaction((transaction) => deleteRest(transaction, accountId));
  if (isGone) logger.info('deleted an account', { accountId });
  return false;
}

/** A task that a worker holds is marked, and ends when the worker has stopped it. */
async function cancelOpen(
  { database, queue, observer }: Parts,
  accountId: string,
): Promise<number> {
  const { rows } = await database.pool.query<{ id: string }>(
    `SELECT id FROM tasks WHERE account_id = $1 AND status IN ('queued', 'allocated', 'running')
       AND cancel_requested_at IS NULL LIMIT $2`,
    [accountId, CANCELLATIONS],
  );
  for (const { id: taskId } of rows) {
    const left = await database.transaction((transaction) =>
      leaveTask(queue, transaction, { taskId, ending: 'cancelled' }),
    );
    observeEnd(observer, left);
  }
  return rows.length;
}

async function deleteBatch(transaction: Transaction, accountId: string): Promise<number> {
  const deletable = `SELECT t.id FROM tasks t JOIN account_deletions d ON d.account_id = t.account_id
     WHERE t.account_id = $1 AND ${IS_FINAL}
       AND (d.requested_at <= now() - ${DELIVERY_TIME} OR ${NOTHING_PENDING})`;
  const locked = await transaction.query<{ id: string }>(
    `${deletable} LIMIT $2 FOR UPDATE OF t SKIP LOCKED`,
    [accountId, BATCH],
  );
  // Looks again for deliveries that were queued before the lock: see keepDeletable.
  const { rows } = await transaction.query<{ id: string }>(
    `${deletable} AND t.id = ANY($2::uuid[])`,
    [accountId, locked.rows.map(({ id }) => id)],
  );
  const { tasks } = await deleteTaskRows(
    transaction,
    rows.map(({ id }) => id),
  );
  await transaction.query(
    'UPDATE account_deletions SET deleted_tasks = deleted_tasks + $2 WHERE account_id = $1 AND $2 > 0',
    [accountId, tasks],
  );
  return tasks;
}

/**
 * Tables in which an account may have millions of rows, and to which nothing refers. Includes the
 * events of the cancelled tasks.
 */
const LARGE_TABLES = ['account_events', 'statistic_totals', 'task_statistics', 'idempotency_keys'];

/**
 * Deletes a batch of each large table; returns whether more may remain. The remaining rows of each
 * table are deleted with the account, in one statement of at most ten seconds.
 */
async function deleteRows({ pool }: Database, accountId: string): Promise<boolean> {
  let hasMore = false;
  for (const table of LARGE_TABLES) {
    // Deletes by ctid, because the keys differ. A row that moves in the meantime is left for later.
    const { rowCount } = await pool.query(
      `DELETE FROM ${table} WHERE account_id = $1
         AND ctid = ANY(ARRAY(SELECT ctid FROM ${table} WHERE account_id = $1 LIMIT $2))`,
      [accountId, ROWS],
    );
    hasMore ||= rowCount === ROWS;
  }
  return hasMore;
}

/** Asks the workers of idle warm sessions to end the browsers. */
async function closeSessions({ pool }: Database, accountId: string): Promise<void> {
  await pool.query(
    `WITH closing AS (
       UPDATE warm_sessions SET state = 'closing' WHERE state = 'idle' AND id IN (
         SELECT s.id FROM warm_sessions s JOIN portals p ON p.id = s.portal_id
         WHERE p.account_id = $1 AND s.state = 'idle' FOR UPDATE OF s SKIP LOCKED)
       RETURNING worker_id
     ) SELECT ring_bell(worker_id) FROM closing`,
    [accountId],
  );
}

/**
 * Deletes everything but tasks. Does nothing while tasks or warm sessions remain, or while another
 * transaction holds the account: an insert of a task does, so no task is overlooked.
 */
async function deleteRest(transaction: Transaction, accountId: string): Promise<boolean> {
  // Waits for neither row: deleteBatch of another process holds the key of the account when it
  // updates the row of the deletion.
  const locked = await transaction.query(
    `SELECT FROM account_deletions d JOIN accounts a ON a.id = d.account_id
     WHERE a.id = $1 AND d.finished_at IS NULL FOR UPDATE SKIP LOCKED`,
    [accountId],
  );
  if (locked.rowCount === 0) return false;
  const { rows } = await transaction.query<{ is_used: boolean }>(
    `SELECT EXISTS (SELECT FROM tasks WHERE account_id = $1)
       OR EXISTS (SELECT FROM warm_sessions s JOIN portals p ON p.id = s.portal_id
         WHERE p.account_id = $1) AS is_used`,
    [accountId],
  );
  if (rows[0]?.is_used !== false) return false;
  for (const statement of STATEMENTS) await transaction.query(statement, [accountId]);
  return true;
}

/**
 * Run in this order, because not every foreign key cascades. Deleting the account's row cascades to
 * the rest.
 */
const STATEMENTS = [
  `INSERT INTO pending_uploads (prefix, abandoned_at)
   SELECT 'demos/' || id || '/', now() - interval '1 hour' FROM demos WHERE account_id = $1
   ON CONFLICT (prefix) DO UPDATE SET abandoned_at = excluded.abandoned_at`,
  `UPDATE pending_uploads SET abandoned_at = coalesce(abandoned_at, now()), account_id = NULL
   WHERE account_id = $1`,
  'DELETE FROM recordings WHERE account_id = $1',
  'DELETE FROM login_queues WHERE account_id = $1',
  'DELETE FROM portals WHERE account_id = $1',
  'DELETE FROM account_events WHERE account_id = $1',
  'DELETE FROM accounts WHERE id = $1',
  'UPDATE account_deletions SET finished_at = now() WHERE account_id = $1',
];
