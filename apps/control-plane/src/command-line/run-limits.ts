import type { AccountLimits } from '../accounts/account-limits.ts';
import type { Stores } from './command.ts';
import { readArguments } from './read-arguments.ts';
import { readLimit } from './read-limit.ts';
import { UsageError } from './usage-error.ts';

const MAX_RUNNING = 10_000;
/** The minutes that MAX_RUNNING slots can run in a day. */
const MAX_MINUTES = 24 * 60 * MAX_RUNNING;

/** Options that limit an account's use of the workers. */
export const RUN_OPTIONS: readonly string[] = ['running', 'minutes-per-day'];

/** Returns only the limits that are given. Throws UsageError. */
export function readRunLimits(
  options: Readonly<Record<string, string | undefined>>,
): Partial<AccountLimits> {
  const { running, 'minutes-per-day': minutes } = options;
  const maxRunning = readLimit('--running', running, { most: MAX_RUNNING, isWhole: true });
  const bounds = { most: MAX_MINUTES, isWhole: true };
  const maxMinutesPerDay = readLimit('--minutes-per-day', minutes, bounds);
  return {
    ...(maxRunning !== undefined && { maxRunning }),
    ...(maxMinutesPerDay !== undefined && { maxMinutesPerDay }),
  };
}

export function writeRunLimits({ maxRunning, maxMinutesPerDay }: Partial<AccountLimits>) {
  return {
    ...(maxRunning !== undefined && { max_running: maxRunning }),
    ...(maxMinutesPerDay !== undefined && { max_minutes_per_day: maxMinutesPerDay }),
  };
}

/** Sets the limits of accounts without their own. */
export async function limitAllAccounts(
  args: readonly string[],
  { accountLimits }: Pick<Stores, 'accountLimits'>,
): Promise<object> {
  const { options } = readArguments(args, { words: [], options: RUN_OPTIONS });
  const limits = readRunLimits(options);
  if (Object.keys(limits).length === 0) {
    throw new UsageError('--running or --minutes-per-day is missing.');
  }
  return writeRunLimits(await accountLimits.setDefaults(limits));
}
