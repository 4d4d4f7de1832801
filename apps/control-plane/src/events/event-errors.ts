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
