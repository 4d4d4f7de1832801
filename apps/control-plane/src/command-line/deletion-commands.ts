import { writeDeletion } from '../retention/write-deletion.ts';
import type { Stores } from './command.ts';
import { readArguments } from './read-arguments.ts';
import { UsageError } from './usage-error.ts';

/** Deletes an account with everything that belongs to it, in the background. */
export async function deleteAccount(
  args: readonly string[],
  { accounts, accountDeletions }: Pick<Stores, 'accounts' | 'accountDeletions'>,
): Promise<object> {
  const { words, options } = readArguments(args, { words: ['NAME'], options: ['confirm'] });
  const [name = ''] = words;
  if (options['confirm'] !== name) {
    throw new UsageError(
      `A deletion cannot be undone: confirm it by repeating the name, --confirm "${name}".`,
    );
  }
  const account = await accounts.find(name);
  if (!account)
    throw new UsageError(`There is no account "${name}": "errand admin accounts list" shows all.`);
  return writeDeletion(await accountDeletions.request(account.accountId));
}

/** Lists the requested deletions, newest first, including finished ones. */
export async function listDeletions(
  args: readonly string[],
  { accountDeletions }: Pick<Stores, 'accountDeletions'>,
): Promise<object> {
  readArguments(args, { words: [] });
  return { deletions: (await accountDeletions.list()).map(writeDeletion) };
}
