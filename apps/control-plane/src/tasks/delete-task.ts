import type { Database } from '../database/connect-database.ts';
import type { TaskStatus } from '../task-rows/task-status.ts';
import { assertTaskId } from '../task-rows/get-task.ts';
import { TaskNotFoundError } from '../task-rows/task-not-found-error.ts';
import { deleteTaskRows } from './delete-tasks.ts';
import { ResultPendingError, TaskOpenError } from './task-errors.ts';

/** Throws TaskNotFoundError, TaskOpenError, ResultPendingError. */
export async function deleteTask(
  database: Database,
  accountId: string,
  taskId: string,
): Promise<void> {
  assertTaskId(taskId);
  await database.transaction(async (transaction) => {
    const { rows } = await transaction.query<{ status: TaskStatus; is_pending: boolean }>(
      `SELECT t.status, EXISTS (
         SELECT FROM callback_deliveries d WHERE d.task_id = t.id AND d.state = 'pending') AS is_pending
       FROM tasks t WHERE t.id = $1 AND t.account_id = $2 FOR UPDATE OF t`,
      [taskId, accountId],
    );
    const [task] = rows;
    if (!task) throw new TaskNotFoundError(taskId);
    const { status, is_pending: isPending } = task;
    if (status === 'queued' || status === 'allocated' || status === 'running') {
      throw new TaskOpenError(taskId, status);
    }
    if (isPending) throw new ResultPendingError(taskId);
    await deleteTaskRows(transaction, [taskId]);
  });
}
