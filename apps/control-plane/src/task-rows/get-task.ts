import { isUuid } from '../database/is-uuid.ts';
import { TaskNotFoundError } from './task-not-found-error.ts';

/**
 * Returns what `find` returns for the task. Throws TaskNotFoundError if it returns nothing, or if
 * the id is not a UUID.
 */
export async function getTask<Found extends object>(
  taskId: string,
  find: (taskId: string) => Promise<Found | null | undefined>,
): Promise<Found> {
  assertTaskId(taskId);
  const found = await find(taskId);
  if (!found) throw new TaskNotFoundError(taskId);
  return found;
}

/**
 * Throws TaskNotFoundError for an id that is not a UUID, because the database could not compare it.
 */
export function assertTaskId(taskId: string): void {
  if (!isUuid(taskId)) throw new TaskNotFoundError(taskId);
}
