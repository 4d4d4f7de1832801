import { readArguments } from './read-arguments.ts';
import type { Stores } from './command.ts';
import { readLimit } from './read-limit.ts';
import { UsageError } from './usage-error.ts';

const MOST_DAYS = 36_500;
const OPTIONS = ['task-days', 'file-days'];

/**
 * Sets for how many days after its end the account keeps a task (`--task-days`) and its files
 * (`--file-days`). 0 is forever; `default` returns to the setting. Omitted periods are unchanged.
 */
export async function setRetention(
  args: readonly string[],
  { accounts, retention }: Pick<Stores, 'accounts' | 'retention'>,
): Promise<object> {
  const { words, options } = readArguments(args, { words: ['NAME'], options: OPTIONS });
  const [name = ''] = words;
  if (Object.keys(options).length === 0) {
    throw new UsageError(`--${OPTIONS.join(' or --')} is missing.`);
  }
  const bounds = { most: MOST_DAYS, isWhole: true, unlimited: 'forever' };
  const taskDays = readLimit('--task-days', options['task-days'], bounds);
  const fileDays = readLimit('--file-days', options['file-days'], bounds);
  const account = await accounts.find(name);
  if (!account)
    throw new UsageError(`There is no account "${name}": "errand admin accounts list" shows all.`);
  const { accountId } = account;
  const { own } = await retention.get(accountId);
  const set = await retention.set(accountId, {
    taskDays: taskDays === undefined ? own.taskDays : taskDays,
    fileDays: fileDays === undefined ? own.fileDays : fileDays,
  });
  // Null: the settings of the control plane, which this command does not know.
  return {
    account_id: accountId,
    name,
    task_days: set.own.taskDays,
    file_days: set.own.fileDays,
  };
}
