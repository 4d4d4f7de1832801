import { DomainError } from '../http/domain-error.ts';

/** The account of the task has no integration for the messages. */
export class IntegrationMissingError extends DomainError {
  readonly code = 'integration-missing';
  readonly status = 404;
  override readonly retry = 'never';

  constructor(place: string) {
    super(
      `The account has no integration for ${place}: create one with POST /api/v1/integrations.`,
    );
  }
}

/** The service refuses to return its messages or is unavailable. */
export class MessagesNotGivenError extends DomainError {
  readonly code;
  readonly status = 424;
  override readonly retry;

  constructor(message: string, { isLasting, ...options }: ErrorOptions & { isLasting: boolean }) {
    super(message, options);
    this.code = isLasting ? ('integration-refused' as const) : ('messages-unavailable' as const);
    this.retry = isLasting ? ('never' as const) : ('automation' as const);
  }
}

/** No step of the worker's task waits for the requested messages. */
export class MessagesForbiddenError extends DomainError {
  readonly code = 'messages-refused';
  readonly status = 403;
  override readonly retry = 'never';

  constructor(reason: string) {
    super(`A worker reads only what its task waits for: ${reason}`);
  }
}
