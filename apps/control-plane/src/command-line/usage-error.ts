import { API_KEY_SCOPES } from '../http/api-key-scope.ts';

/** All commands of `errand admin`. */
export const USAGE = `Use "errand admin" with one of
  database migrate
  accounts create NAME
  accounts list
  accounts label NAME [LABEL]
  accounts limit NAME [--storage-gib GIB|default] [--mails-per-day MAILS|default] [--running TASKS|default]
    [--minutes-per-day MINUTES|default] [--debug-sessions SESSIONS|default]
  accounts default-limit [--running TASKS|default] [--minutes-per-day MINUTES|default]
  accounts retention NAME [--task-days DAYS|default] [--file-days DAYS|default]
  accounts delete NAME --confirm NAME
  accounts deletions
  keys create NAME [--account ACCOUNT] [--scopes SCOPE,...] [--expires TIME | --expires-in-days DAYS]
  keys list [--account ACCOUNT]
  keys revoke API_KEY_ID [--account ACCOUNT]
  pools create NAME [--labels LABEL,...]
  pools list
  pools rotate NAME
  pools revoke NAME
  secrets grant ACCOUNT --provider PROVIDER --vault VAULT --item ITEM --origin ORIGIN [--origin ...]
  secrets grants [--account ACCOUNT]
  secrets revoke GRANT_ID
  secrets reseal
  tasks delete [--account ACCOUNT] --ended-days-ago DAYS
  signing-secrets show [--account ACCOUNT]
  signing-secrets rotate [--account ACCOUNT] [--overlap-hours HOURS]
  stream-keys create [KID]
  queue-check [--json] [--repair]
  sweep-storage [--delete [--force]] [--older-than-hours HOURS]
These call the control plane at ERRAND_URL with its ADMIN_TOKEN:
  fleet --max N [options; see fleet --help]
  demand show [--labels LABEL,...]
  pauses create ACCOUNT [--portal ORIGIN | --login-queue KEY] --reason TEXT [--until TIME] [--by NAME]
  pauses end ACCOUNT [--portal ORIGIN | --login-queue KEY] --reason TEXT [--by NAME]
  pauses list
  quotas set ACCOUNT [--storage-gib GIB|default] [--mails-per-day MAILS|default] [--running TASKS|default]
    [--minutes-per-day MINUTES|default] [--debug-sessions SESSIONS|default] --reason TEXT [--by NAME]
  quotas show ACCOUNT
  sessions end SESSION_ID --reason TEXT [--by NAME]
  sessions list
  tasks purge ACCOUNT [--portal ORIGIN | --login-queue KEY] --reason TEXT [--run yes] [--by NAME]
  workers drain WORKER_ID --reason TEXT [--by NAME]
  workers list
  workers resume WORKER_ID --reason TEXT [--by NAME]
  help
ACCOUNT is the name of an account; where it is in brackets, it is optional while there is only one account.
SCOPE is one of ${API_KEY_SCOPES.join(', ')}; without --scopes, the key has all of them.
PROVIDER is onepassword or aws_secrets_manager, whose VAULT is the region and whose ITEM is the name of the secret. In VAULT and
ITEM * stands for any text. ORIGIN is a site to type the secret into, https://portal.example; https://*.portal.example is every
host below that one.`;

/** The command line is not valid. */
export class UsageError extends Error {
  readonly code = 'usage';

  constructor(problem: string) {
    super(`${problem}\n${USAGE}`);
    this.name = new.target.name;
  }
}
