import { createAccount, listAccounts } from './account-commands.ts';
import type { Command, Stores } from './command.ts';
import { createKey, listKeys, revokeKey } from './key-commands.ts';
import { labelAccount } from './label-command.ts';
import { rotateSigningSecret, showSigningSecrets } from './signing-secret-commands.ts';
import { UsageError } from './usage-error.ts';

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
