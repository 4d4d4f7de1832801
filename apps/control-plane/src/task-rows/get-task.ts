import { isUuid } from '../database/is-uuid.ts';
import { TaskNotFoundError } from './task-not-found-error.ts';

/** What `find` returns for the task. Throws TaskNotFoundError when that is nothing, and for an id that is no UUID. */
export async function getTask<Found extends object>(
  taskId: string,
  find: (taskId: string) => Promise<Found | null | undefined>,
): Promise<Found> {
  assertTaskId(taskId);
  const found = await find(taskId);
  if (!found) throw new TaskNotFoundError(taskId);
  return found;
}

/** Throws TaskNotFoundError for an id that is no UUID, which the database would refuse to compare. */
export function assertTaskId(taskId: string): void {
  if (!isUuid(taskId)) throw new TaskNotFoundError(taskId);
}
