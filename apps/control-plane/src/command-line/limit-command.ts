import { chooseAccount, readArguments } from './read-arguments.ts';
import type { Command } from './command.ts';
import { UsageError } from './usage-error.ts';

const MAX_GIB = 1_000_000;

/** `--storage-gib N`: what the account may store, whatever ACCOUNT_STORAGE_GIB says; 0 is any amount, `default` the setting again. */
export const limitAccount: Command = async (args, { accounts }) => {
  const { words, options } = readArguments(args, { words: ['NAME'], options: ['storage-gib'] });
  const [name = ''] = words;
  const bytes = readBytes(options['storage-gib']);
  const { accountId } = await chooseAccount(accounts, name);
  await accounts.limitStorage(accountId, bytes);
  return { account_id: accountId, name, storage_limit_bytes: bytes };
};

function readBytes(text: string | undefined): number | null {
  if (text === 'default') return null;
  const gib = text === undefined || text.trim() === '' ? Number.NaN : Number(text);
  if (gib >= 0 && gib <= MAX_GIB) return Math.round(gib * 1024 ** 3);
  throw new UsageError(
    `--storage-gib is "${text ?? ''}": give a number from 0 (any amount) to ${MAX_GIB}, or "default" for ACCOUNT_STORAGE_GIB.`,
  );
}
