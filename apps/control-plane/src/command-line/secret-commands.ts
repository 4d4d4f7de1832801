import { type SecretGrant, SECRET_PROVIDER_NAMES } from '../secret-grants/secret-grant.ts';
import { chooseAccount, readArguments } from './read-arguments.ts';
import type { Command } from './command.ts';
import { UsageError } from './usage-error.ts';

/**
 * Maximum number of unreadable values listed. More would not help find out why no key opens them.
 */
const MAX_LISTED = 100;

/**
 * Lets an account read secrets matching the patterns with the installation's vault credentials.
 * Idempotent.
 */
export const grantSecrets: Command = async (args, { accounts, secretGrants }) => {
  const known = { words: ['ACCOUNT'], options: ['provider', 'vault', 'item'], lists: ['origin'] };
  const { words, options, lists } = readArguments(args, known);
  const { accountId, name } = await chooseAccount(accounts, words[0]);
  const provider = SECRET_PROVIDER_NAMES.find((each) => each === options['provider']);
  if (!provider) {
    const given = options['provider'] ?? '';
    throw new UsageError(
      `--provider is "${given}": specify one of ${SECRET_PROVIDER_NAMES.join(', ')}.`,
    );
  }
  const { isCreated, ...grant } = await secretGrants.grant({
    accountId,
    provider,
    vault: need(options, 'vault'),
    item: need(options, 'item'),
    origins: lists['origin'] ?? [],
  });
  return { ...writeGrant(grant, name), created: isCreated };
};

/** Lists the grants of all accounts, or of one. */
export const listGrants: Command = async (args, { accounts, secretGrants }) => {
  const { options } = readArguments(args, { words: [], options: ['account'] });
  const { account: wanted } = options;
  const only = wanted === undefined ? undefined : await chooseAccount(accounts, wanted);
  const names = new Map((await accounts.list()).map(({ accountId, name }) => [accountId, name]));
  const grants = await secretGrants.list(only?.accountId);
  return { grants: grants.map((grant) => writeGrant(grant, names.get(grant.accountId) ?? '')) };
};

/** The revocation applies from the next secret that a task requests, even for a running task. */
export const revokeGrant: Command = async (args, { accounts, secretGrants }) => {
  const [grantId = ''] = readArguments(args, { words: ['GRANT_ID'] }).words;
  const grant = await secretGrants.revoke(grantId);
  const all = await accounts.list();
  const name = all.find(({ accountId }) => accountId === grant.accountId)?.name ?? '';
  return { ...writeGrant(grant, name), revoked: true };
};

/**
 * Reseals all secrets for a rotation of sealing keys: afterwards only the values that it lists as
 * damaged still need the old key. Lists only the first damaged values.
 */
export const resealSecrets: Command = async (args, stores) => {
  readArguments(args, { words: [], options: [] });
  const { resealed, damaged } = await stores.resealSecrets();
  return { resealed, damaged: damaged.length, damaged_values: damaged.slice(0, MAX_LISTED) };
};

function need(options: Readonly<Record<string, string | undefined>>, name: string): string {
  const value = options[name];
  if (value === undefined) throw new UsageError(`--${name} is missing.`);
  return value;
}

function writeGrant(grant: SecretGrant, account: string) {
  const { grantId, accountId, provider, vault, item, origins, createdAt } = grant;
  return {
    grant_id: grantId,
    account,
    account_id: accountId,
    provider,
    vault,
    item,
    origins,
    created_at: createdAt.toISOString(),
  };
}
