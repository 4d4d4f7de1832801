import { chooseAccount, readArguments } from './read-arguments.ts';
import type { Command } from './command.ts';
import { UsageError } from './usage-error.ts';

const LABEL = /^[A-Za-z0-9_-]{1,40}$/;
/** The label of workers that serve accounts without a label. */
const RESERVED = 'default';

/**
 * Restricts the account's tasks to workers that carry the label; without a label, lifts that
 * restriction.
 */
export const labelAccount: Command = async (args, { accounts, labelAccount: label }) => {
  const known = ['NAME', ...(args.length > 1 ? ['LABEL'] : [])];
  const [name = '', word = null] = readArguments(args, { words: known }).words;
  if (word !== null && (!LABEL.test(word) || word === RESERVED)) {
    throw new UsageError(
      `LABEL is "${word}": specify 1 to 40 letters, digits, "_" or "-", and not "${RESERVED}".`,
    );
  }
  const { accountId } = await chooseAccount(accounts, name);
  await label(accountId, word);
  return { account_id: accountId, name, worker_label: word };
};
