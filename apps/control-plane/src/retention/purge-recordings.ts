import type { Logger } from '@errand/app-runtime';
import type { Database } from '../database/connect-database.ts';
import type { Transaction } from '../database/transaction.ts';
import { deleteTaskRows, IS_DELETABLE, keepDeletable } from '../tasks/delete-tasks.ts';

const BATCH = 100;

/**
 * Deletes a batch of tasks whose recordings were deleted with `delete_tasks`, and recordings
 * that have no tasks left. Tasks that are still running, or whose result is being delivered, are
 * left for a later pass. Returns whether more can be deleted now. Several processes may run it.
 */
export async function purgeRecordings({
  database,
  logger,
}: {
  readonly database: Database;
  readonly logger: Logger;
}): Promise<boolean> {
  const { found, tasks, files, recordings } = await database.transaction(async (transaction) => {
    const taskIds = await findTasks(transaction);
    const deleted = await deleteTaskRows(transaction, await keepDeletable(transaction, taskIds));
    return { found: taskIds.length, ...deleted, recordings: await deleteEmpty(transaction) };
  });
  if (tasks + recordings > 0) logger.info('purged recordings', { tasks, files, recordings });
  return found === BATCH;
}

async function findTasks(transaction: Transaction): Promise<readonly string[]> {
  const { rows } = await transaction.query<{ id: string }>(
    `SELECT t.id FROM recording_purges p JOIN tasks t ON t.recording_id = p.recording_id
     WHERE ${IS_DELETABLE} LIMIT $1 FOR UPDATE OF t SKIP LOCKED`,
    [BATCH],
  );
  return rows.map(({ id }) => id);
}

/**
 * Waits a minute for submissions that found the recording before it was hidden. A task's insert
 * takes a shared lock on the recording, so the second statement sees every task.
 */
async function deleteEmpty(transaction: Transaction): Promise<number> {
  const { rows } = await transaction.query<{ id: string }>(
    `SELECT r.id FROM recording_purges p JOIN recordings r ON r.id = p.recording_id
     WHERE p.requested_at <= now() - interval '1 minute'
       AND NOT EXISTS (SELECT FROM tasks t WHERE t.recording_id = r.id)
     LIMIT $1 FOR UPDATE OF r SKIP LOCKED`,
    [BATCH],
  );
  const { rowCount } = await transaction.query(
    `DELETE FROM recordings r WHERE id = ANY($1::uuid[])
       AND NOT EXISTS (SELECT FROM tasks t WHERE t.recording_id = r.id)`,
    [rows.map(({ id }) => id)],
  );
  return rowCount ?? 0;
}
