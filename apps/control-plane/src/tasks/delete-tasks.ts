import type { Database } from '../database/connect-database.ts';
import type { Transaction } from '../database/transaction.ts';
import { IS_FINAL } from '../task-rows/task-status.ts';

const BATCH = 500;
/** Steps that one statement deletes. */
const STEPS = 100_000;

/** SQL condition: no result of the task `t` is still being delivered. */
export const NOTHING_PENDING = `NOT EXISTS (
  SELECT FROM callback_deliveries c WHERE c.task_id = t.id AND c.state = 'pending')`;

/**
 * SQL condition on a task `t` that never changes again, so the holder of its row may delete it.
 */
export const IS_DELETABLE = `${IS_FINAL} AND ${NOTHING_PENDING}`;

/**
 * Returns those of the tasks that are still deletable; the transaction must hold their rows. A
 * statement that locks a task sees its deliveries as they were before it waited for the lock, so
 * only a later one sees a delivery that was queued in the meantime.
 */
export async function keepDeletable(
  transaction: Transaction,
  taskIds: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await transaction.query<{ id: string }>(
    `SELECT t.id FROM tasks t WHERE t.id = ANY($1::uuid[]) AND ${IS_DELETABLE}`,
    [taskIds],
  );
  return rows.map(({ id }) => id);
}

export interface DeletedTasks {
  readonly tasks: number;
  /**
   * Number of their files; the next pass for abandoned uploads, once a minute, deletes the objects.
   */
  readonly files: number;
}

/**
 * Deletes tasks whose rows the transaction holds, with everything that belongs to them. The
 * prefixes of their objects are recorded in the same transaction, so a crash leaves no orphaned
 * object.
 */
export async function deleteTaskRows(
  transaction: Transaction,
  taskIds: readonly string[],
): Promise<DeletedTasks> {
  if (taskIds.length === 0) return { tasks: 0, files: 0 };
  const files = await abandonFiles(transaction, taskIds);
  await deleteSteps(transaction, taskIds);
  const { rows } = await transaction.query<{ login_queue_id: number }>(
    `WITH deleted AS (DELETE FROM tasks WHERE id = ANY($1::uuid[]) RETURNING login_queue_id)
     SELECT DISTINCT login_queue_id FROM deleted WHERE login_queue_id IS NOT NULL`,
    [taskIds],
  );
  await deleteUnusedQueues(
    transaction,
    rows.map((row) => row.login_queue_id),
  );
  return { tasks: taskIds.length, files };
}

/**
 * Deletes the steps of the tasks. Loops can leave millions of them: if one statement deleted them all
 * with their tasks, it could exceed its deadline in every pass, and nothing would be deleted.
 */
async function deleteSteps(transaction: Transaction, taskIds: readonly string[]): Promise<void> {
  let deleted: number | null;
  do {
    ({ rowCount: deleted } = await transaction.query(
      `DELETE FROM steps WHERE ctid = ANY(ARRAY(
         SELECT ctid FROM steps WHERE task_id = ANY($1::uuid[]) LIMIT $2))`,
      [taskIds, STEPS],
    ));
  } while (deleted === STEPS);
}

/**
 * Deletes empty login queues, and returns how many; otherwise one per invoice number, for example,
 * would remain forever. Skips a locked queue: it is in use, or its last task is being deleted.
 */
export async function deleteUnusedQueues(
  transaction: Transaction,
  queueIds: readonly number[],
): Promise<number> {
  if (queueIds.length === 0) return 0;
  // Locks the queue before looking for its tasks, because a submission changes the row before it
  // stores its task.
  const { rows } = await transaction.query<{ id: number }>(
    `SELECT id FROM login_queues WHERE id = ANY($1::int[])
       AND waiting = 0 AND running = 0 AND issued = 0 AND pause IS NULL FOR UPDATE SKIP LOCKED`,
    [queueIds],
  );
  const { rowCount } = await transaction.query(
    `DELETE FROM login_queues q WHERE id = ANY($1::int[])
       AND NOT EXISTS (SELECT FROM tasks WHERE login_queue_id = q.id)
       AND NOT EXISTS (SELECT FROM warm_sessions WHERE login_queue_id = q.id)
       AND NOT EXISTS (SELECT FROM parked_permits WHERE login_queue_id = q.id)`,
    [rows.map(({ id }) => id)],
  );
  return rowCount ?? 0;
}

/** Records the objects of the tasks for deletion and returns the number of files. */
export async function abandonFiles(
  transaction: Transaction,
  taskIds: readonly string[],
): Promise<number> {
  const { rows } = await transaction.query<{ files: number }>(
    `WITH owners AS (
       SELECT task_id, count(*) AS files FROM (
         SELECT task_id FROM artifacts WHERE task_id = ANY($1::uuid[])
         UNION ALL SELECT task_id FROM input_files WHERE task_id = ANY($1::uuid[])) f
       GROUP BY task_id
     ), abandoned AS (
       INSERT INTO pending_uploads (prefix, abandoned_at)
       SELECT place || task_id || '/', now() - interval '1 hour'
       FROM owners, unnest(ARRAY['tasks/', 'uploads/tasks/']) place
       ON CONFLICT (prefix) DO UPDATE SET abandoned_at = excluded.abandoned_at
     ) SELECT coalesce(sum(files), 0)::int AS files FROM owners`,
    [taskIds],
  );
  return rows[0]?.files ?? 0;
}

/**
 * Deletes the tasks of an account that ended at least `endedDaysAgo` days ago, with everything that
 * belongs to them. Returns how many. Keeps tasks whose result is still being delivered to a
 * receiver.
 */
export async function deleteTasks(
  database: Database,
  { accountId, endedDaysAgo }: { readonly accountId: string; readonly endedDaysAgo: number },
): Promise<number> {
  let deleted = 0;
  for (;;) {
    const batch = await deleteBatch(database, accountId, endedDaysAgo);
    deleted += batch.deleted;
    if (batch.found < BATCH) return deleted;
  }
}

async function deleteBatch(
  database: Database,
  accountId: string,
  endedDaysAgo: number,
): Promise<{ readonly found: number; readonly deleted: number }> {
  return database.transaction(async (transaction) => {
    const { rows } = await transaction.query<{ id: string }>(
      `SELECT t.id FROM tasks t
       WHERE t.account_id = $1 AND t.completed_at <= now() - make_interval(secs => $2 * 86400)
         AND ${IS_DELETABLE}
       LIMIT $3 FOR UPDATE SKIP LOCKED`,
      [accountId, endedDaysAgo, BATCH],
    );
    const ids = await keepDeletable(
      transaction,
      rows.map(({ id }) => id),
    );
    const { tasks } = await deleteTaskRows(transaction, ids);
    return { found: rows.length, deleted: tasks };
  });
}
