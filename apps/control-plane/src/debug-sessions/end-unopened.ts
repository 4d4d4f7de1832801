import type { Database } from '../database/connect-database.ts';
import { tryEach } from '../database/try-each.ts';
import type { JobQueue } from '../queue/job-queue.ts';
import { observeEnd, type Observer } from '../telemetry/observer.ts';
import { leaveTask } from '../transitions/leave-task.ts';

const BATCH = 100;

/**
 * Ends the sessions that no worker has started within `max_minutes` of their opening: their client
 * may be gone, and each holds a place of its account. Returns their ids. Others are still ended if
 * one fails. If a worker starts a session in the meantime, it ends it at once.
 */
export async function endUnopened(
  parts: {
    readonly database: Database;
    readonly queue: JobQueue;
    readonly observer?: Observer | undefined;
  },
  onFailure: (sessionId: string, error: unknown) => void,
): Promise<readonly string[]> {
  const { database, queue, observer } = parts;
  // The reason is stored first, because the trigger that ends the session reads it.
  const { rows } = await database.pool.query<{ id: string }>(
    `UPDATE debug_sessions SET closing = coalesce(closing, 'deadline') WHERE task_id IN (
       SELECT s.task_id FROM debug_sessions s JOIN tasks t ON t.id = s.task_id
       WHERE s.ended_at IS NULL AND t.status = 'queued'
         AND s.created_at + make_interval(mins => t.max_timeout_in_minutes) <= clock_timestamp()
       ORDER BY s.created_at LIMIT ${BATCH} FOR UPDATE OF s SKIP LOCKED)
     RETURNING task_id AS id`,
  );
  const ended: string[] = [];
  await tryEach(database, rows, {
    async act({ id: taskId }, lockWait) {
      const left = await database.transaction(async (transaction) => {
        await transaction.query(lockWait);
        return leaveTask(queue, transaction, { taskId, ending: 'cancelled' });
      });
      observeEnd(observer, left);
      if (left.isDone) ended.push(taskId);
    },
    onFailure: ({ id }, error) => onFailure(id, error),
  });
  return ended;
}
