import { DomainError } from '../http/domain-error.ts';

/** What the operator has written cannot be a grant. */
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
