import { DomainError } from '../http/domain-error.ts';
import { NameTakenError, ObjectLimitError, ObjectNotFoundError } from '../http/object-errors.ts';

/** The account has no integration with this id. */
export class IntegrationNotFoundError extends ObjectNotFoundError {
  readonly code = 'integration-not-found';
  readonly status = 404;

  constructor(integrationId: string) {
    super('integration', integrationId);
  }
}

/** Another integration of the account has the name. */
export class IntegrationNameTakenError extends NameTakenError {
  readonly code = 'integration-name-taken';
  readonly status = 409;

  constructor(name: string, options?: ErrorOptions) {
    super('integration', name, options);
  }
}

/** Another integration of the account is for the same service. */
export class IntegrationTakenError extends DomainError {
  readonly code = 'integration-taken';
  readonly status = 409;

  constructor(service: string, options?: ErrorOptions) {
    super(`Another integration is for ${service}: change that one.`, options);
  }
}

/** The account has reached its limit of integrations. */
export class IntegrationLimitError extends ObjectLimitError {
  readonly code = 'integration-limit';
  readonly status = 409;

  constructor(limit: number) {
    super('integrations', limit);
  }
}

/** The new settings are for a different kind of service. */
export class IntegrationKindError extends DomainError {
  readonly code = 'integration-kind';
  readonly status = 409;

  constructor(name: string, kinds: { readonly own: string; readonly given: string }) {
    super(
      `The integration "${name}" is of kind ${kinds.own}, but the settings are of kind ${kinds.given}: create another integration.`,
    );
  }
}

/** The stored settings were changed, or their sealing key is gone. */
export class IntegrationDamagedError extends DomainError {
  readonly code = 'integration-damaged';
  readonly status = 409;

  constructor(name: string, options?: ErrorOptions) {
    super(
      `The stored settings of the integration "${name}" cannot be decrypted: they were changed, or their key was removed from SEALING_KEYS. Send all of them again (PATCH /api/v1/integrations/{integration_id}).`,
      options,
    );
  }
}

/** Testing a vault would need the name of a secret. */
export class IntegrationNotCheckableError extends DomainError {
  readonly code = 'integration-not-checkable';
  readonly status = 409;

  constructor(kind: string) {
    super(
      `An integration of kind ${kind} cannot be checked without a task: submit one that uses one of its secrets.`,
    );
  }
}
