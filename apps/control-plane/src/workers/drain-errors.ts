import { DomainError } from '../http/domain-error.ts';

/** No worker with this id was seen within a day. */
export class WorkerNotFoundError extends DomainError {
  readonly code = 'worker-not-found';
  readonly status = 404;

  constructor(workerId: string) {
    super(`There is no worker "${workerId}": list the workers with "errand admin workers list".`);
  }
}
