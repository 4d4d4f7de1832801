import { DomainError } from '../http/domain-error.ts';

/** No account has this id. */
export class AccountNotFoundError extends DomainError {
  readonly code = 'account-not-found';
  readonly status = 404;

  constructor(accountId: string) {
    super(
      `There is no account "${accountId}": list the accounts with "errand admin accounts list".`,
    );
  }
}
