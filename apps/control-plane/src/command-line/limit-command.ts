import { chooseAccount, readArguments } from './read-arguments.ts';
import type { Stores } from './command.ts';
import { readLimit } from './read-limit.ts';
import { readRunLimits, RUN_OPTIONS, writeRunLimits } from './run-limits.ts';
import { UsageError } from './usage-error.ts';

const MAX_GIB = 1_000_000;
const MAX_MAILS = 10_000_000;

/**
 * Sets the account's own limits, which override the settings: `--storage-gib` for stored data,
 * `--mails-per-day` for mails per day, `--running` for concurrent tasks and `--minutes-per-day` for
 * the time of their attempts. 0 is unlimited; `default` returns to the setting.
 */
export async function limitAccount(
  args: readonly string[],
  { accounts, accountLimits }: Pick<Stores, 'accounts' | 'accountLimits'>,
): Promise<object> {
  const options = ['storage-gib', 'mails-per-day', ...RUN_OPTIONS];
  const given = readArguments(args, { words: ['NAME'], options });
  const [name = ''] = given.words;
  const { 'storage-gib': storage, 'mails-per-day': mails } = given.options;
  if (Object.keys(given.options).length === 0) {
    throw new UsageError(`--${options.join(' or --')} is missing.`);
  }
  const gib = readLimit('--storage-gib', storage, { most: MAX_GIB, isWhole: false });
  const mailsPerDay = readLimit('--mails-per-day', mails, { most: MAX_MAILS, isWhole: true });
  const runLimits = readRunLimits(given.options);
  const { accountId } = await chooseAccount(accounts, name);
  const bytes = typeof gib === 'number' ? Math.round(gib * 1024 ** 3) : gib;
  if (bytes !== undefined) await accounts.limitStorage(accountId, bytes);
  if (mailsPerDay !== undefined) await accounts.limitMails(accountId, mailsPerDay);
  await accountLimits.set(accountId, runLimits);
  return {
    account_id: accountId,
    name,
    ...(bytes !== undefined && { storage_limit_bytes: bytes }),
    ...(mailsPerDay !== undefined && { mails_per_day: mailsPerDay }),
    ...writeRunLimits(runLimits),
  };
}
