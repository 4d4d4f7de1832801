import { DomainError } from '../http/domain-error.ts';

/** No task of the account was submitted for this portal. */
export class PortalNotFoundError extends DomainError {
  readonly code = 'portal-not-found';
  readonly status = 404;

  constructor(origin: string) {
    super(
      `The account has no tasks for the portal "${origin}": specify the origin of a recording's start page, such as https://portal.example.`,
    );
  }
}

/** The account has no login queue with this key. */
export class LoginQueueNotFoundError extends DomainError {
  readonly code = 'login-queue-not-found';
  readonly status = 404;

  constructor(key: string) {
    super(
      `The account has no login queue "${key}": take login_queue from the queue view of a task, GET /api/v1/tasks/{task_id}/queue.`,
    );
  }
}
