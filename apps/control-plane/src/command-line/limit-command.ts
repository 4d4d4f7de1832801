import { chooseAccount, readArguments } from './read-arguments.ts';
import type { Command } from './command.ts';
import { UsageError } from './usage-error.ts';

const MAX_GIB = 1_000_000;
const MAX_MAILS = 10_000_000;

/**
 * Gives the account limits of its own, whatever the settings say: `--storage-gib` for what it stores, `--mails-per-day` for mails of
 * a day. 0 is any number, `default` the setting again.
 */
export const limitAccount: Command = async (args, { accounts }) => {
  const options = ['storage-gib', 'mails-per-day'];
  const given = readArguments(args, { words: ['NAME'], options });
  const [name = ''] = given.words;
  const { 'storage-gib': storage, 'mails-per-day': mails } = given.options;
  if (storage === undefined && mails === undefined) {
    throw new UsageError('--storage-gib or --mails-per-day is missing.');
  }
  const gib = readLimit('--storage-gib', storage, { most: MAX_GIB, isWhole: false });
  const mailsPerDay = readLimit('--mails-per-day', mails, { most: MAX_MAILS, isWhole: true });
  const { accountId } = await chooseAccount(accounts, name);
  const bytes = typeof gib === 'number' ? Math.round(gib * 1024 ** 3) : gib;
  if (bytes !== undefined) await accounts.limitStorage(accountId, bytes);
  if (mailsPerDay !== undefined) await accounts.limitMails(accountId, mailsPerDay);
  return {
    account_id: accountId,
    name,
    ...(bytes !== undefined && { storage_limit_bytes: bytes }),
    ...(mailsPerDay !== undefined && { mails_per_day: mailsPerDay }),
  };
};

/** Undefined: not given; null: the setting again. */
function readLimit(
  option: string,
  text: string | undefined,
  { most, isWhole }: { readonly most: number; readonly isWhole: boolean },
): number | null | undefined {
  if (text === undefined) return undefined;
  if (text === 'default') return null;
  const limit = text.trim() === '' ? Number.NaN : Number(text);
  if (limit >= 0 && limit <= most && (!isWhole || Number.isInteger(limit))) return limit;
  const kind = isWhole ? 'a whole number' : 'a number';
  throw new UsageError(
    `${option} is "${text}": give ${kind} from 0 (any) to ${most}, or "default" for the setting of the control plane.`,
  );
}
