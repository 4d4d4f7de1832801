import { parseArgs } from 'node:util';
import type { Account, AccountStore } from '../accounts/account-store.ts';
import { UsageError } from './usage-error.ts';

interface Arguments {
  /** The positional arguments, exactly as many as requested. */
  readonly words: readonly string[];
  readonly options: Readonly<Record<string, string | undefined>>;
  /** Options that may be given several times. */
  readonly lists: Readonly<Record<string, readonly string[] | undefined>>;
}

/** Throws UsageError for a word or an option that is missing, empty or unexpected. */
export function readArguments(
  args: readonly string[],
  known: {
    readonly words: readonly string[];
    readonly options?: readonly string[];
    readonly lists?: readonly string[];
  },
): Arguments {
  const { lists: names = [] } = known;
  const { values, positionals } = parse(args, [...(known.options ?? []), ...names]);
  const missing = known.words.find((_, position) => (positionals[position] ?? '').trim() === '');
  if (missing !== undefined) throw new UsageError(`${missing} is missing.`);
  const extra = positionals[known.words.length];
  if (extra !== undefined) throw new UsageError(`"${extra}" is an unexpected argument.`);
  // For an option that is not a list, the last value counts.
  const options = Object.entries(values).map(([name, given]) => [name, given?.at(-1)] as const);
  const lists = names.map((name) => [name, values[name]] as const);
  return {
    words: positionals,
    options: Object.fromEntries(options),
    lists: Object.fromEntries(lists),
  };
}

function parse(args: readonly string[], names: readonly string[]) {
  const options = Object.fromEntries(
    names.map((name) => [name, { type: 'string' as const, multiple: true as const }]),
  );
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: true });
  } catch (error) {
    throw new UsageError(Error.isError(error) ? error.message : String(error));
  }
}

/** The account of this name, or the only one. Throws UsageError. */
export async function chooseAccount(
  accounts: AccountStore,
  name: string | undefined,
): Promise<Account> {
  if (name !== undefined) {
    const account = await accounts.find(name);
    if (!account)
      throw new UsageError(
        `There is no account "${name}": "errand admin accounts list" shows all.`,
      );
    return account;
  }
  const [only, ...others] = await accounts.list();
  if (!only) throw new UsageError('There is no account yet: create one.');
  if (others.length > 0) throw new UsageError('--account is missing: there are several accounts.');
  return only;
}
