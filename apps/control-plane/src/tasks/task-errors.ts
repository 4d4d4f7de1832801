import { DomainError } from '../http/domain-error.ts';

/** No task of the account has this id. */
export class TaskNotFoundError extends DomainError {
  readonly code = 'task-not-found';
  readonly status = 404;

  constructor(taskId: string) {
    super(`There is no task "${taskId}".`);
  }
}

/** A task was submitted for an endpoint that no recording of the account has. */
export class EndpointNotFoundError extends DomainError {
  readonly code = 'endpoint-not-found';
  readonly status = 404;

  constructor(endpointName: string) {
    super(
      `No automation has the endpoint name "${endpointName}": it was deleted, or never existed in this account.`,
    );
  }
}

/** A unique parameter name that is no key of the input parameters. */
export class UnknownUniqueNameError extends DomainError {
  readonly code = 'unknown-unique-name';
  readonly status = 400;

  constructor(name: string, known: readonly string[]) {
    super(
      `unique_parameter_names holds "${name}", which is no key of input_parameters. Keys are: ${known.join(', ') || 'none'}.`,
    );
  }
}
