import { readArguments } from './read-arguments.ts';
import type { Command } from './command.ts';

/** May be repeated: an account of this name stays as it is. */
export const createAccount: Command = async (args, { accounts }) => {
  const [name = ''] = readArguments(args, { words: ['NAME'] }).words;
  const { accountId, isCreated } = await accounts.ensure(name);
  return { account_id: accountId, name, created: isCreated };
};

export const listAccounts: Command = async (args, { accounts }) => {
  readArguments(args, { words: [] });
  const all = await accounts.list();
  return { accounts: all.map(({ accountId, name }) => ({ account_id: accountId, name })) };
};
