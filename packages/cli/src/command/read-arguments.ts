import { parseArgs } from 'node:util';
import { UsageError } from '../errors/command-errors.ts';
import {
  COMMON_OPTIONS,
  type Call,
  type CommandDefinition,
  type Options,
} from './define-command.ts';
import { synopsisOf } from './usage-text.ts';

/** Largest version of a recording. */
export const LARGEST_VERSION = 2_147_483_647;

export type Arguments = Pick<Call, 'words' | 'has' | 'value' | 'list'>;

/** Throws UsageError for a word or an option that is missing, empty or unexpected. */
export function readArguments(command: CommandDefinition, args: readonly string[]): Arguments {
  const known = { ...command.options, ...COMMON_OPTIONS };
  const { values, positionals } = parse(args, known, command.name);
  const valuesOf = (option: string): readonly (string | boolean)[] => {
    if (!Object.hasOwn(known, option)) throw new Error(`${command.name} declares no --${option}.`);
    return values[option] ?? [];
  };
  const list: Call['list'] = (option) => valuesOf(option).map(String);
  if (!values['help']) checkWords(command, positionals);
  for (const option of Object.keys(known)) {
    if (list(option).includes('')) throw new UsageError(`--${option} is empty.`);
    if (list(option).length > 1 && known[option]?.isList !== true) {
      throw new UsageError(`--${option} is given more than once.`);
    }
  }
  return {
    words: positionals,
    has: (option) => valuesOf(option).length > 0,
    value: (option) => list(option).at(-1),
    list,
  };
}

function parse(args: readonly string[], known: Options, command: string) {
  const options = Object.fromEntries(
    Object.entries(known).map(([name, { value, short }]) => [
      name,
      {
        type: value === undefined ? ('boolean' as const) : ('string' as const),
        multiple: true as const,
        ...(short !== undefined && { short }),
      },
    ]),
  );
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: true });
  } catch (error) {
    throw new UsageError(explainParseError(error, command), { cause: error });
  }
}

function explainParseError(error: unknown, command: string): string {
  const message = error instanceof Error ? error.message : String(error);
  const unknown = /^Unknown option '([^']+)'/.exec(message)?.[1];
  if (unknown === undefined) return message;
  return `There is no option "${unknown}": "errand ${command} --help" lists them.`;
}

function checkWords(command: CommandDefinition, given: readonly string[]): void {
  const declared = command.words ?? [];
  const missing = declared.find(
    (word, position) => !word.startsWith('[') && (given[position] ?? '').trim() === '',
  );
  if (missing !== undefined) {
    throw new UsageError(`${missing.replace('...', '')} is missing: errand ${synopsisOf(command)}`);
  }
  if (declared.at(-1)?.includes('...')) return;
  const extra = given[declared.length];
  if (extra !== undefined) {
    throw new UsageError(`"${extra}" is an unexpected argument: errand ${synopsisOf(command)}`);
  }
}

/** Reads a whole number from an option. Throws UsageError with the range. */
export function readNumber(
  call: Pick<Call, 'value'>,
  option: string,
  { min, max }: { readonly min: number; readonly max: number },
): number | undefined {
  const text = call.value(option);
  if (text === undefined) return undefined;
  const number = /^-?\d+$/.test(text) ? Number(text) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw new UsageError(`--${option} is "${text}": specify a whole number from ${min} to ${max}.`);
}

/** Reads one of the values that an option allows. Throws UsageError, which lists them. */
export function readChoice<Choice extends string>(
  call: Pick<Call, 'value'>,
  option: string,
  choices: readonly Choice[],
): Choice | undefined {
  const text = call.value(option);
  const chosen = choices.find((choice) => choice === text);
  if (text === undefined || chosen !== undefined) return chosen;
  throw new UsageError(`--${option} is "${text}": specify one of ${choices.join(', ')}.`);
}
