import { writeApiKey } from '../api-keys/write-api-key.ts';
import { API_KEY_SCOPES, type ApiKeyScope, isApiKeyScope } from '../http/api-key-scope.ts';
import type { Command } from './command.ts';
import { chooseAccount, readArguments } from './read-arguments.ts';
import { UsageError } from './usage-error.ts';

const MS_PER_DAY = 86_400_000;

/** Prints the key itself, which cannot be read again. */
export const createKey: Command = async (args, { accounts, apiKeys }) => {
  const known = {
    words: ['NAME'],
    options: ['account', 'scopes', 'expires', 'expires-in-days'],
  };
  const { words, options } = readArguments(args, known);
  const [name = ''] = words;
  const scopes = readScopes(options['scopes']);
  const expiresAt = readExpiry(options['expires'], options['expires-in-days']);
  const { accountId } = await chooseAccount(accounts, options['account']);
  const { apiKeyId, key, prefix } = await apiKeys.create(accountId, { name, scopes, expiresAt });
  return {
    account_id: accountId,
    api_key_id: apiKeyId,
    api_key: key,
    prefix,
    scopes,
    expires_at: expiresAt?.toISOString() ?? null,
  };
};

/** Lists all keys, newest first. */
export const listKeys: Command = async (args, { accounts, apiKeys }) => {
  const { options } = readArguments(args, { words: [], options: ['account'] });
  const { accountId } = await chooseAccount(accounts, options['account']);
  const { keys } = await apiKeys.list(accountId, { limit: Number.MAX_SAFE_INTEGER - 1 });
  return { account_id: accountId, keys: keys.map((key) => writeApiKey(key)) };
};

/**
 * Also revokes the last key: anyone with the database can always create another one. Idempotent.
 */
export const revokeKey: Command = async (args, { accounts, apiKeys }) => {
  const { words, options } = readArguments(args, { words: ['API_KEY_ID'], options: ['account'] });
  const [apiKeyId = ''] = words;
  const { accountId } = await chooseAccount(accounts, options['account']);
  const key = await apiKeys.revoke(accountId, apiKeyId, { isLastAllowed: true });
  return writeApiKey(key);
};

function readScopes(text: string | undefined): readonly ApiKeyScope[] {
  if (text === undefined) return API_KEY_SCOPES;
  const names = [...new Set(text.split(',').map((name) => name.trim()))];
  const unknown = names.find((name) => !isApiKeyScope(name));
  if (unknown === undefined) return names.filter(isApiKeyScope);
  throw new UsageError(
    `--scopes has "${unknown}": specify some of ${API_KEY_SCOPES.join(', ')}, separated by commas.`,
  );
}

function readExpiry(time: string | undefined, days: string | undefined): Date | undefined {
  if (time !== undefined && days !== undefined) {
    throw new UsageError(
      '--expires and --expires-in-days cannot be combined: specify one of them.',
    );
  }
  if (time !== undefined) return readTime(time);
  if (days === undefined) return undefined;
  const count = Number(days);
  if (count > 0 && count <= 36_500) return new Date(Date.now() + count * MS_PER_DAY);
  throw new UsageError(`--expires-in-days is "${days}": specify a number of days up to 36500.`);
}

function readTime(text: string): Date {
  const time = new Date(text);
  if (/^\d{4}-\d\d-\d\d(?:T.*(?:Z|[+-]\d\d:?\d\d))?$/.test(text) && time.getTime() > Date.now()) {
    return time;
  }
  throw new UsageError(
    `--expires is "${text}": specify a future time, such as 2030-12-31 or 2030-12-31T18:00:00Z.`,
  );
}
