import { DomainError } from '../http/domain-error.ts';

/** No deletion of the account was requested. */
export class AccountNotDeletedError extends DomainError {
  readonly code = 'account-not-deleted';
  readonly status = 404;

  constructor(accountId: string) {
    super(
      `Account "${accountId}" is not being deleted: request it with DELETE /admin/v1/accounts/${accountId}.`,
    );
  }
}
