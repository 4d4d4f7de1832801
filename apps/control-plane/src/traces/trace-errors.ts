import { DomainError } from '../http/domain-error.ts';

/** No attempt of the task has left a trace. */
export class TraceNotFoundError extends DomainError {
  readonly code = 'trace-not-found';
  readonly status = 404;

  constructor(taskId: string) {
    super(
      `The task "${taskId}" has no trace: none of its attempts has ended with one. Workers keep traces of failed attempts by default (their setting TRACE).`,
    );
  }
}
