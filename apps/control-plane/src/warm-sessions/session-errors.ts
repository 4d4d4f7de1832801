import { DomainError } from '../http/domain-error.ts';

/** There is no such warm session, or its worker has ended it. */
export class SessionNotFoundError extends DomainError {
  readonly code = 'session-not-found';
  readonly status = 404;

  constructor(sessionId: string) {
    super(`There is no warm session "${sessionId}": list them with "errand admin sessions list".`);
  }
}

/** A task is running in the warm session. */
export class SessionBusyError extends DomainError {
  readonly code = 'session-busy';
  readonly status = 409;

  constructor(sessionId: string, taskId: string) {
    super(
      `Task "${taskId}" is running in the warm session "${sessionId}": wait until it ends, or cancel the task.`,
    );
  }
}
