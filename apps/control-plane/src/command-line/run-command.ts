import type { AccountStore } from '../accounts/account-store.ts';
import type { ApiKeyStore } from '../api-keys/api-key-store.ts';
import type { SigningSecretStore } from '../callbacks/signing-secret-store.ts';
import { createAccount, listAccounts } from './account-commands.ts';
import { createKey, listKeys, revokeKey } from './key-commands.ts';
import { labelAccount } from './label-command.ts';
import { rotateSigningSecret, showSigningSecrets } from './signing-secret-commands.ts';
import { UsageError } from './usage-error.ts';

export interface Stores {
  readonly accounts: AccountStore;
  readonly apiKeys: ApiKeyStore;
  /** Opens the job queue, because it moves permits. */
  readonly labelAccount: (accountId: string, label: string | null) => Promise<void>;
  /** Needs a setting that the other commands do not. */
  readonly openSigningSecrets: () => SigningSecretStore;
}

/** Answers what is to be printed as JSON. Throws UsageError, or a DomainError of a store. */
export type Command = (args: readonly string[], stores: Stores) => Promise<object>;

const commands: Readonly<Record<string, Command>> = {
  'accounts create': createAccount,
  'accounts list': listAccounts,
  'accounts label': labelAccount,
  'keys create': createKey,
  'keys list': listKeys,
  'keys revoke': revokeKey,
  'signing-secrets show': showSigningSecrets,
  'signing-secrets rotate': rotateSigningSecret,
};

/** Runs the command that the first two words name. Throws what the command throws. */
export async function runCommand(commandLine: readonly string[], stores: Stores): Promise<object> {
  const [group = '', verb = '', ...args] = commandLine;
  const name = `${group} ${verb}`.trim();
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new UsageError(`There is no command "${name}".`);
  return command(args, stores);
}
