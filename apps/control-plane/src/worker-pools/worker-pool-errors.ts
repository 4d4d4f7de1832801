import { DomainError } from '../http/domain-error.ts';

/** No pool has this name. */
export class WorkerPoolNotFoundError extends DomainError {
  readonly code = 'worker-pool-not-found';
  readonly status = 404;

  constructor(name: string) {
    super(`There is no worker pool "${name}": see "errand admin pools list".`);
  }
}

/** A pool with this name already exists. */
export class WorkerPoolExistsError extends DomainError {
  readonly code = 'worker-pool-exists';
  readonly status = 409;

  constructor(name: string) {
    super(
      `The worker pool "${name}" already exists: run "errand admin pools rotate ${name}" to give it a new token, or choose another name.`,
    );
  }
}
