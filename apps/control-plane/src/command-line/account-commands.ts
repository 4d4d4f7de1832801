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
  const uses = await accounts.storageOf(all.map(({ accountId }) => accountId));
  return {
    accounts: all.map(({ accountId, name }) => ({
      account_id: accountId,
      name,
      stored_bytes: uses.get(accountId)?.usedBytes ?? 0,
      // Null: what ACCOUNT_STORAGE_GIB of the control plane says, or none.
      storage_limit_bytes: uses.get(accountId)?.limitBytes ?? null,
    })),
  };
};
