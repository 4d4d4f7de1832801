import { DomainError } from '../http/domain-error.ts';

/** The operator's input is not a valid grant. */
export class InvalidGrantError extends DomainError {
  readonly code = 'invalid-grant';
  readonly status = 422;
}

export class GrantNotFoundError extends DomainError {
  readonly code = 'grant-not-found';
  readonly status = 404;

  constructor(grantId: string) {
    super(`There is no grant "${grantId}": list them with "secrets grants".`);
  }
}
