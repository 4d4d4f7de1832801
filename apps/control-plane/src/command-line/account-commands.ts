import { readArguments } from './read-arguments.ts';
import type { Command } from './command.ts';

/** Idempotent: an existing account of this name stays unchanged. */
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
      // Null: the default from ACCOUNT_STORAGE_GIB of the control plane, or unlimited.
      storage_limit_bytes: uses.get(accountId)?.limitBytes ?? null,
    })),
  };
};
