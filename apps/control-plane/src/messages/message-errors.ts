import { DomainError } from '../http/domain-error.ts';

/** The account of the task has no integration for the place. */
export class IntegrationMissingError extends DomainError {
  readonly code = 'integration-missing';
  readonly status = 404;

  constructor(place: string) {
    super(
      `The account has no integration for ${place}: create one with POST /api/v1/integrations.`,
    );
  }
}

/** The service does not give its messages. */
export class MessagesNotGivenError extends DomainError {
  readonly code;
  readonly status = 424;

  constructor(message: string, { isLasting, ...options }: ErrorOptions & { isLasting: boolean }) {
    super(message, options);
    this.code = isLasting ? ('integration-refused' as const) : ('messages-unavailable' as const);
  }
}

/** What the worker asks for is nothing that the automation of its task waits for. */
export class MessagesForbiddenError extends DomainError {
  readonly code = 'messages-refused';
  readonly status = 403;

  constructor(reason: string) {
    super(`A worker reads only what its task waits for: ${reason}`);
  }
}
