import type { Logger } from '@errand/app-runtime';
import type { Database } from '../database/connect-database.ts';
import type { Transaction } from '../database/transaction.ts';
import type { Observer } from '../telemetry/observer.ts';
import {
  abandonFiles,
  deleteTaskRows,
  IS_DELETABLE,
  keepDeletable,
} from '../tasks/delete-tasks.ts';
import type { RetentionPeriods } from '../accounts/retention-periods.ts';

/** Tasks per transaction, so that no lock is held for long and a crash repeats little. */
const BATCH = 100;

interface Parts {
  readonly database: Database;
  /** Periods of accounts without their own. */
  readonly retention: RetentionPeriods;
  readonly logger: Logger;
  readonly observer?: Observer | undefined;
}

/**
 * Deletes a batch of the tasks that are past the retention period of their account. Returns whether
 * more may remain. Several processes may run it concurrently: each skips rows locked by another.
 */
export async function deleteOldTasks({
  database,
  retention,
  logger,
  observer,
}: Parts): Promise<boolean> {
  const { found, ...deleted } = await database.transaction(async (transaction) => {
    const taskIds = await findOldTasks(transaction, {
      column: 'retention_days',
      usualDays: retention.taskDays,
      condition: 'true',
    });
    const kept = await keepDeletable(transaction, taskIds);
    return { found: taskIds.length, ...(await deleteTaskRows(transaction, kept)) };
  });
  observer?.rowsDeleted('task', deleted.tasks);
  observer?.rowsDeleted('file', deleted.files);
  if (deleted.tasks > 0) logger.info('deleted old tasks', deleted);
  return found === BATCH;
}

/**
 * Deletes the files of a batch of tasks that are past the retention period for files of their
 * account. Keeps the tasks. Returns whether more may remain.
 */
export async function deleteOldFiles({
  database,
  retention,
  logger,
  observer,
}: Parts): Promise<boolean> {
  const { found, tasks, files } = await database.transaction(async (transaction) => {
    const old = await findOldTasks(transaction, {
      column: 'artifact_retention_days',
      usualDays: retention.fileDays,
      condition: 't.deleted_files IS NULL',
    });
    const taskIds = await keepDeletable(transaction, old);
    await markTasks(transaction, taskIds);
    const deleted = await abandonFiles(transaction, taskIds);
    await freeFiles(transaction, taskIds);
    return { found: old.length, tasks: taskIds.length, files: deleted };
  });
  observer?.rowsDeleted('file', files);
  if (files > 0) logger.info('deleted old files', { tasks, files });
  return found === BATCH;
}

/** Locks and returns at most a batch of the deletable tasks that are older than the period. */
async function findOldTasks(
  transaction: Transaction,
  period: {
    readonly column: 'retention_days' | 'artifact_retention_days';
    readonly usualDays: number;
    readonly condition: string;
  },
): Promise<readonly string[]> {
  const days = `coalesce(a.${period.column}, $1)`;
  const { rows } = await transaction.query<{ id: string }>(
    `SELECT old.id FROM accounts a CROSS JOIN LATERAL (
       SELECT t.id FROM tasks t
       WHERE t.account_id = a.id AND t.completed_at <= now() - make_interval(days => ${days})
         AND ${period.condition} AND ${IS_DELETABLE}
       ORDER BY t.completed_at LIMIT $2 FOR UPDATE SKIP LOCKED) old
     WHERE ${days} > 0 LIMIT $2`,
    [period.usualDays, BATCH],
  );
  return rows.map(({ id }) => id);
}

async function markTasks(transaction: Transaction, taskIds: readonly string[]): Promise<void> {
  await transaction.query(
    `UPDATE tasks t SET deleted_files = f.files, files_deleted_at = CASE WHEN f.files > 0 THEN now() END
     FROM (
       SELECT id, (SELECT count(*) FROM artifacts WHERE task_id = id AND confirmed_at IS NOT NULL)
         + (SELECT count(*) FROM input_files WHERE task_id = id) AS files
       FROM unnest($1::uuid[]) id) f
     WHERE t.id = f.id`,
    [taskIds],
  );
}

/**
 * Subtracts the files from the account's storage. The rows of input files remain: they are part of
 * what was submitted, and a retry reports that they are lost.
 */
async function freeFiles(transaction: Transaction, taskIds: readonly string[]): Promise<void> {
  await transaction.query('DELETE FROM artifacts WHERE task_id = ANY($1::uuid[])', [taskIds]);
  await transaction.query(
    'UPDATE task_continuations SET start = NULL, reached = NULL WHERE task_id = ANY($1::uuid[])',
    [taskIds],
  );
  await transaction.query(
    `SELECT add_storage(t.account_id, -sum(f.size)::bigint)
     FROM input_files f JOIN tasks t ON t.id = f.task_id
     WHERE f.task_id = ANY($1::uuid[]) GROUP BY t.account_id`,
    [taskIds],
  );
}
