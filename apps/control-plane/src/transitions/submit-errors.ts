import { DomainError } from '../http/domain-error.ts';

/** A task was submitted for an endpoint name that no recording of the account has. */
export class EndpointNotFoundError extends DomainError {
  readonly code = 'endpoint-not-found';
  readonly status = 404;

  constructor(endpointName: string) {
    super(
      `No automation has the endpoint name "${endpointName}": it was deleted, or never existed in this account.`,
    );
  }
}

/** A unique parameter name that is not a key of the input parameters. */
export class UnknownUniqueNameError extends DomainError {
  readonly code = 'unknown-unique-name';
  readonly status = 400;

  constructor(name: string, known: readonly string[]) {
    super(
      `unique_parameter_names contains "${name}", which is not a key of input_parameters. Its keys are: ${known.join(', ') || 'none'}.`,
    );
  }
}

/** An idempotency key was reused with a different body. */
export class IdempotencyConflictError extends DomainError {
  readonly code = 'idempotency-conflict';
  readonly status = 409;

  constructor(key: string) {
    super(
      `The Idempotency-Key "${key}" was used with another body within the last 24 hours: send that body again to get its task, or a new key for a new task.`,
    );
  }
}

/** Another version of the recording became current while this one was checked. */
export class NodesChangedError extends DomainError {
  readonly code = 'nodes-changed';
  readonly status = 409;

  constructor() {
    super(
      'The task cannot be continued, because another version of its recording became current in the meantime. Send the request again.',
    );
  }
}
