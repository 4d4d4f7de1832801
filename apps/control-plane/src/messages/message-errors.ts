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

/** The service does not give its messages now. */
export class MessagesNotGivenError extends DomainError {
  readonly code = 'messages-unavailable';
  readonly status = 424;
}
