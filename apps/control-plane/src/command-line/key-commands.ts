import { writeApiKey } from '../api-keys/write-api-key.ts';
import { chooseAccount, readArguments } from './read-arguments.ts';
import type { Command } from './command.ts';
import { UsageError } from './usage-error.ts';

const MS_PER_DAY = 86_400_000;

/** Prints the key itself, which nobody can read again. */
export const createKey: Command = async (args, { accounts, apiKeys }) => {
  const known = { words: ['NAME'], options: ['account', 'expires-in-days'] };
  const { words, options } = readArguments(args, known);
  const [name = ''] = words;
  const expiresAt = readExpiry(options['expires-in-days']);
  const { accountId } = await chooseAccount(accounts, options['account']);
  const { apiKeyId, key, prefix } = await apiKeys.create(accountId, { name, expiresAt });
  return {
    account_id: accountId,
    api_key_id: apiKeyId,
    api_key: key,
    prefix,
    expires_at: expiresAt?.toISOString() ?? null,
  };
};

/** All of them, newest first. */
export const listKeys: Command = async (args, { accounts, apiKeys }) => {
  const { options } = readArguments(args, { words: [], options: ['account'] });
  const { accountId } = await chooseAccount(accounts, options['account']);
  const { keys } = await apiKeys.list(accountId, { limit: Number.MAX_SAFE_INTEGER - 1 });
  return { account_id: accountId, keys: keys.map((key) => writeApiKey(key)) };
};

/** The last key, too: who has the database can always make another one. May be repeated. */
export const revokeKey: Command = async (args, { accounts, apiKeys }) => {
  const { words, options } = readArguments(args, { words: ['API_KEY_ID'], options: ['account'] });
  const [apiKeyId = ''] = words;
  const { accountId } = await chooseAccount(accounts, options['account']);
  const key = await apiKeys.revoke(accountId, apiKeyId, { isLastAllowed: true });
  return writeApiKey(key);
};

function readExpiry(days: string | undefined): Date | undefined {
  if (days === undefined) return undefined;
  const count = Number(days);
  if (count > 0 && count <= 36_500) return new Date(Date.now() + count * MS_PER_DAY);
  throw new UsageError(`--expires-in-days is "${days}": give a number of days up to 36500.`);
}
