import { DomainError } from '../http/domain-error.ts';

/** No task of the account has this id. */
export class TaskNotFoundError extends DomainError {
  readonly code = 'task-not-found';
  readonly status = 404;

  constructor(taskId: string) {
    super(`There is no task "${taskId}".`);
  }
}
