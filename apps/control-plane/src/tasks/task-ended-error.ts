import { DomainError } from '../http/domain-error.ts';
import type { TaskStatus } from '../task-rows/task-status.ts';

/** A task that has succeeded or failed cannot be cancelled. */
export class TaskEndedError extends DomainError {
  readonly code = 'task-ended';
  readonly status = 409;

  constructor(taskId: string, status: TaskStatus) {
    super(`Task "${taskId}" has already ended (${status}) and cannot be cancelled.`);
  }
}
