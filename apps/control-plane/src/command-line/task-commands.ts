import { chooseAccount, readArguments } from './read-arguments.ts';
import type { Command } from './command.ts';
import { UsageError } from './usage-error.ts';

const OPTION = 'ended-days-ago';
const MAX_DAYS = 36_500;

/** Frees the storage of tasks that ended long ago. */
export const deleteOldTasks: Command = async (args, { accounts, deleteTasks }) => {
  const { options } = readArguments(args, { words: [], options: ['account', OPTION] });
  const text = options[OPTION] ?? '';
  const endedDaysAgo = text.trim() === '' ? Number.NaN : Number(text);
  if (!(endedDaysAgo >= 0 && endedDaysAgo <= MAX_DAYS)) {
    throw new UsageError(
      `--${OPTION} is "${text}": specify a number of days from 0 to ${MAX_DAYS}.`,
    );
  }
  const { accountId, name } = await chooseAccount(accounts, options['account']);
  const deleted = await deleteTasks({ accountId, endedDaysAgo });
  return { account_id: accountId, name, deleted_tasks: deleted };
};
