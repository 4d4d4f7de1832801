import type { Database } from '../database/connect-database.ts';
import type { TaskStatus } from '../task-rows/task-status.ts';
import { assertTaskId } from '../task-rows/get-task.ts';
import { TaskNotFoundError } from '../task-rows/task-not-found-error.ts';
import { deleteTaskRows, keepDeletable } from './delete-tasks.ts';
import { ResultPendingError, TaskOpenError } from './task-errors.ts';

/** Throws TaskNotFoundError, TaskOpenError, ResultPendingError. */
export async function deleteTask(
  database: Database,
  accountId: string,
  taskId: string,
): Promise<void> {
  assertTaskId(taskId);
  await database.transaction(async (transaction) => {
    const { rows } = await transaction.query<{ status: TaskStatus }>(
      'SELECT status FROM tasks WHERE id = $1 AND account_id = $2 FOR UPDATE',
      [taskId, accountId],
    );
    const [task] = rows;
    if (!task) throw new TaskNotFoundError(taskId);
    const { status } = task;
    if (status === 'queued' || status === 'allocated' || status === 'running') {
      throw new TaskOpenError(taskId, status);
    }
    const [deletable] = await keepDeletable(transaction, [taskId]);
    if (deletable === undefined) throw new ResultPendingError(taskId);
    await deleteTaskRows(transaction, [taskId]);
  });
}
