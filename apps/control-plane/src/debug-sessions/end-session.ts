import type { Database } from '../database/connect-database.ts';
import { isUuid } from '../database/is-uuid.ts';
import type { JobQueue } from '../queue/job-queue.ts';
import { observeEnd, type Observer } from '../telemetry/observer.ts';
import { leaveTask } from '../transitions/leave-task.ts';
import { DebugSessionNotFoundError } from './debug-session-errors.ts';
import type { OwnedSession } from './debug-session.ts';
import { RING_SESSION } from './watch-session.ts';

/**
 * Ends a waiting session immediately, and asks the worker of an open session to end it: in the
 * responses to its long poll and its heartbeat. Safe to repeat. Throws DebugSessionNotFoundError.
 */
export async function endSession(
  parts: {
    readonly database: Database;
    readonly queue: JobQueue;
    readonly observer?: Observer | undefined;
  },
  { accountId, sessionId }: OwnedSession,
): Promise<void> {
  const { database, queue, observer } = parts;
  if (!isUuid(sessionId)) throw new DebugSessionNotFoundError(sessionId);
  // The reason is stored first, because the trigger that ends the session reads it.
  const { rows } = await database.pool.query<{ is_open: boolean }>(
    `WITH closed AS (
       UPDATE debug_sessions SET closing = coalesce(closing, 'closed')
       WHERE task_id = $1 AND account_id = $2 AND ended_at IS NULL RETURNING task_id)
     SELECT EXISTS (SELECT FROM closed) AS is_open, ${RING_SESSION} FROM debug_sessions
     WHERE task_id = $1 AND account_id = $2`,
    [sessionId, accountId],
  );
  const [session] = rows;
  if (!session) throw new DebugSessionNotFoundError(sessionId);
  if (!session.is_open) return;
  const left = await database.transaction((transaction) =>
    leaveTask(queue, transaction, { taskId: sessionId, ending: 'cancelled' }),
  );
  observeEnd(observer, left);
}
