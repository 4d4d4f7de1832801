import { chooseAccount, readArguments } from './read-arguments.ts';
import type { Stores } from './command.ts';
import { readLimit } from './read-limit.ts';
import { readRunLimits, RUN_OPTIONS, writeRunLimits } from './run-limits.ts';
import { UsageError } from './usage-error.ts';

const MAX_GIB = 1_000_000;
const MAX_MAILS = 10_000_000;
const MAX_DEBUG_SESSIONS = 10_000;

/** Options of `accounts limit` and `quotas set`. */
export const LIMIT_OPTIONS: readonly string[] = [
  'storage-gib',
  'mails-per-day',
  ...RUN_OPTIONS,
  'debug-sessions',
];

/**
 * Sets the account's own limits, which override the settings: `--storage-gib` for stored data,
 * `--mails-per-day` for emails per day, `--running` for concurrent tasks and `--minutes-per-day`
 * for the time of their attempts, `--debug-sessions` for open debug sessions. 0 is unlimited;
 * `default` returns to the setting.
 */
export async function limitAccount(
  args: readonly string[],
  { accounts, accountLimits }: Pick<Stores, 'accounts' | 'accountLimits'>,
): Promise<object> {
  const given = readArguments(args, { words: ['NAME'], options: LIMIT_OPTIONS });
  const [name = ''] = given.words;
  const { bytes, mailsPerDay, debugSessions, runLimits } = readLimits(given.options);
  const { accountId } = await chooseAccount(accounts, name);
  if (bytes !== undefined) await accounts.limitStorage(accountId, bytes);
  if (mailsPerDay !== undefined) await accounts.limitMails(accountId, mailsPerDay);
  if (debugSessions !== undefined) await accounts.limitDebugSessions(accountId, debugSessions);
  await accountLimits.set(accountId, runLimits);
  return {
    account_id: accountId,
    name,
    ...(bytes !== undefined && { storage_limit_bytes: bytes }),
    ...(mailsPerDay !== undefined && { mails_per_day: mailsPerDay }),
    ...(debugSessions !== undefined && { max_debug_sessions: debugSessions }),
    ...writeRunLimits(runLimits),
  };
}

/** Reads the given limits; null restores the default. Throws UsageError, even if none is given. */
export function readLimits(options: Readonly<Record<string, string | undefined>>) {
  if (LIMIT_OPTIONS.every((option) => options[option] === undefined)) {
    throw new UsageError(`--${LIMIT_OPTIONS.join(' or --')} is missing.`);
  }
  const { 'storage-gib': storage, 'mails-per-day': mails, 'debug-sessions': sessions } = options;
  const gib = readLimit('--storage-gib', storage, { most: MAX_GIB, isWhole: false });
  const mailsPerDay = readLimit('--mails-per-day', mails, { most: MAX_MAILS, isWhole: true });
  const mostSessions = { most: MAX_DEBUG_SESSIONS, isWhole: true };
  const debugSessions = readLimit('--debug-sessions', sessions, mostSessions);
  const runLimits = readRunLimits(options);
  return {
    bytes: typeof gib === 'number' ? Math.round(gib * 1024 ** 3) : gib,
    mailsPerDay,
    debugSessions,
    runLimits,
  };
}
