const USAGE = `Use one of
  accounts create NAME
  accounts list
  accounts label NAME [LABEL]
  keys create NAME [--account ACCOUNT] [--expires-in-days DAYS]
  keys list [--account ACCOUNT]
  keys revoke API_KEY_ID [--account ACCOUNT]
  signing-secrets show [--account ACCOUNT]
  signing-secrets rotate [--account ACCOUNT] [--overlap-hours HOURS]
ACCOUNT is the name of an account; it may be left out while there is only one.`;

/** The command line is not one that this program knows. */
export class UsageError extends Error {
  readonly code = 'usage';

  constructor(problem: string) {
    super(`${problem}\n${USAGE}`);
    this.name = new.target.name;
  }
}
