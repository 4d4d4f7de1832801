import type { Transaction } from '../database/transaction.ts';
import { TaskNotFoundError } from './task-not-found-error.ts';

/** Returns the account of the task. Throws TaskNotFoundError. */
export async function findAccount(transaction: Transaction, taskId: string): Promise<string> {
  const { rows } = await transaction.query<{ account_id: string }>(
    'SELECT account_id FROM tasks WHERE id = $1',
    [taskId],
  );
  const [task] = rows;
  if (!task) throw new TaskNotFoundError(taskId);
  return task.account_id;
}
