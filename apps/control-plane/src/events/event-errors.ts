import { DomainError } from '../http/domain-error.ts';

/** The account has reached its limit of listeners; a listener that ends frees its place. */
export class TooManyListenersError extends DomainError {
  readonly code = 'too-many-listeners';
  readonly status = 429;

  constructor(limit: number) {
    super(
      `${limit} event streams of this account are already open: close some, or poll several tasks with task_status.`,
    );
  }
}

/** This process is shutting down; another process of the service continues after the last event. */
export class FeedClosedError extends DomainError {
  readonly code = 'unavailable';
  readonly status = 503;

  constructor() {
    super('This server is shutting down: connect again to continue on another one.');
  }
}
