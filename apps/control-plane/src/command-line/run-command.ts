import { parseArgs } from 'node:util';
import type { Account, AccountStore } from '../accounts/account-store.ts';
import type { ApiKeyStore } from '../api-keys/api-key-store.ts';
import type { SigningSecret, SigningSecretStore } from '../callbacks/signing-secret-store.ts';

const DEFAULT_OVERLAP_HOURS = 24;

const USAGE = `Use one of
  create-account --name NAME
  create-key --account NAME --name NAME [--expires-in-days DAYS]
  show-signing-secrets --account NAME
  rotate-signing-secret --account NAME [--overlap-hours HOURS]`;

const MS_PER_DAY = 86_400_000;

/** The command line is not one that this program knows. */
export class UsageError extends Error {
  readonly code = 'usage';

  constructor(problem: string) {
    super(`${problem}\n${USAGE}`);
    this.name = new.target.name;
  }
}

interface Stores {
  readonly accounts: AccountStore;
  readonly apiKeys: ApiKeyStore;
  /** Needs a setting that the other commands do not. */
  readonly openSigningSecrets: () => SigningSecretStore;
}

/** Answers what is to be printed as JSON. Throws UsageError. */
export async function runCommand(
  commandLine: readonly string[],
  stores: Stores,
): Promise<Readonly<Record<string, unknown>>> {
  const [command = '', ...args] = commandLine;
  if (command === 'create-account') return createAccount(args, stores);
  if (command === 'create-key') return createKey(args, stores);
  if (command === 'show-signing-secrets') return showSigningSecrets(args, stores);
  if (command === 'rotate-signing-secret') return rotateSigningSecret(args, stores);
  throw new UsageError(`There is no command "${command}".`);
}

/** May be repeated: an account of this name stays as it is. */
async function createAccount(args: readonly string[], { accounts }: Stores) {
  const { name } = readOptions(args, ['name'], []);
  const { accountId, isCreated } = await accounts.ensure(required(name, 'name'));
  return { account_id: accountId, name, created: isCreated };
}

async function createKey(args: readonly string[], { accounts, apiKeys }: Stores) {
  const options = readOptions(args, ['account', 'name'], ['expires-in-days']);
  const account = await findAccount(options['account'], accounts);
  const expiresAt = readExpiry(options['expires-in-days']);
  const name = required(options['name'], 'name');
  const { apiKeyId, key, prefix } = await apiKeys.create(account.accountId, { name, expiresAt });
  return {
    account_id: account.accountId,
    api_key_id: apiKeyId,
    api_key: key,
    prefix,
    expires_at: expiresAt?.toISOString() ?? null,
  };
}

async function showSigningSecrets(args: readonly string[], stores: Stores) {
  const options = readOptions(args, ['account'], []);
  const { accountId } = await findAccount(options['account'], stores.accounts);
  return describeSecrets(accountId, await stores.openSigningSecrets().list(accountId));
}

async function rotateSigningSecret(args: readonly string[], stores: Stores) {
  const options = readOptions(args, ['account'], ['overlap-hours']);
  const { accountId } = await findAccount(options['account'], stores.accounts);
  const overlapHours = readOverlap(options['overlap-hours']);
  const secrets = await stores.openSigningSecrets().rotate(accountId, { overlapHours });
  return describeSecrets(accountId, secrets);
}

function describeSecrets(accountId: string, secrets: readonly SigningSecret[]) {
  return {
    account_id: accountId,
    signing_secrets: secrets.map(({ secret, expiresAt }) => ({
      secret,
      expires_at: expiresAt?.toISOString() ?? null,
    })),
  };
}

async function findAccount(name: string | undefined, accounts: AccountStore): Promise<Account> {
  const account = await accounts.find(required(name, 'account'));
  if (!account) throw new UsageError(`There is no account "${name}".`);
  return account;
}

function readOverlap(hours: string | undefined): number {
  if (hours === undefined) return DEFAULT_OVERLAP_HOURS;
  const count = Number(hours);
  if (hours !== '' && Number.isInteger(count) && count >= 0 && count <= 168) return count;
  throw new UsageError(`--overlap-hours is "${hours}": give a whole number of hours up to 168.`);
}

function readOptions(
  args: readonly string[],
  needed: readonly string[],
  optional: readonly string[],
): Readonly<Record<string, string | undefined>> {
  const names = [...needed, ...optional];
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
  try {
    return parseArgs({ args: [...args], options, strict: true }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function required(value: string | undefined, name: string): string {
  if (value !== undefined && value.trim() !== '') return value;
  throw new UsageError(`--${name} is missing.`);
}

function readExpiry(days: string | undefined): Date | undefined {
  if (days === undefined) return undefined;
  const count = Number(days);
  if (count > 0 && count <= 36_500) return new Date(Date.now() + count * MS_PER_DAY);
  throw new UsageError(`--expires-in-days is "${days}": give a number of days up to 36500.`);
}
