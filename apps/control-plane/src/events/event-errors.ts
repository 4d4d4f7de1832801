import { DomainError } from '../http/domain-error.ts';

/** No further listener is served; one that ends makes room. */
export class TooManyListenersError extends DomainError {
  readonly code = 'too-many-listeners';
  readonly status = 429;

  constructor(limit: number, whose: string) {
    super(
      `${limit} listeners ${whose} follow tasks already: close some, or ask for the status of several tasks with task_status.`,
    );
  }
}

/** This process ends; another one of the same service goes on behind the last event. */
export class FeedClosedError extends DomainError {
  readonly code = 'unavailable';
  readonly status = 503;

  constructor() {
    super('This server is about to stop: connect again, and another one goes on.');
  }
}
